import { ConfigError } from '@linework/config/config-error';
import { durationMs, url } from '@linework/config/settings';
import { TransientError } from '@linework/engine/model/system-errors';
import type { Log } from '@linework/log/log';
import type { RangeClaim } from '@linework/schemas/inventory/range-registry/range-registry.routes';
import { z } from 'zod';
import { createLoggedBreaker } from '../breaker/create-logged-breaker.ts';
import type { BreakerObserver, SystemBreaker } from '../breaker/create-system-breaker.ts';
import { callLinework, type RemoteLinework } from '../linework/call-linework.ts';
import { createBreakerCaller } from '../linework/create-breaker-caller.ts';

/** The settings of an installation that is one of several cells. */
export const rangeRegistryConfig = {
  RANGE_REGISTRY_URL: url('http', 'https')
    .optional()
    .describe(
      'The Linework that has each range of numbers and each series of a company for one broker of all cells. Without ' +
        'it this installation is the only one. The registry names itself, if it is a cell too.',
    ),
  RANGE_REGISTRY_KEY: z.string().min(1).default('').describe('A key of that Linework with `operator`, of no broker.'),
  RANGE_REGISTRY_TIMEOUT_MS: durationMs(2_000, { min: 50, max: 60_000 }).describe('Time limit of a call to it.'),
};

export type RangeRegistryConfig = z.infer<z.ZodObject<typeof rangeRegistryConfig>>;

/**
 * Registers a range or a series for a broker. Returns false if another broker has a part of it, and raises 503 if the
 * registry does not answer.
 */
export type RegisterRange = (claim: RangeClaim) => Promise<boolean>;

interface RegistryDeps {
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly observer: BreakerObserver;
}

export interface ConfiguredRangeRegistry {
  /** Undefined for the only installation. */
  readonly registerRange: RegisterRange | undefined;
  readonly breakers: readonly SystemBreaker[];
}

/** The registry of the settings; it is not called yet. Raises `ConfigError` when its address or its key is missing. */
export function createRangeRegistry(
  { RANGE_REGISTRY_URL: url, RANGE_REGISTRY_KEY: key, RANGE_REGISTRY_TIMEOUT_MS: timeoutMs }: RangeRegistryConfig,
  { log, observer }: RegistryDeps,
): ConfiguredRangeRegistry {
  if (url !== undefined && key === '') throw new ConfigError(['RANGE_REGISTRY_KEY is needed with RANGE_REGISTRY_URL']);
  if (url === undefined && key !== '') throw new ConfigError(['RANGE_REGISTRY_URL is needed with RANGE_REGISTRY_KEY']);
  if (url === undefined) return { registerRange: undefined, breakers: [] };
  const breaker = createLoggedBreaker({
    system: 'range-registry',
    log,
    observer,
    unavailableMessage: 'the registry of ranges does not respond; new ranges and series get 503, all else goes on',
    backMessage: 'the registry of ranges responds again',
  });
  const remote = { url, key, timeoutMs, code: 'range-registry', name: 'The registry of ranges' };
  const throughBreaker = createBreakerCaller({
    name: remote.name,
    breaker,
    onError: ({ code }) => log.warn({ code }, 'a call to the registry of ranges failed'),
  });
  return { registerRange: (claim) => throughBreaker(() => sendClaim(remote, claim)), breakers: [breaker] };
}

async function sendClaim(remote: RemoteLinework, claim: RangeClaim): Promise<boolean> {
  const { status } = await callLinework(remote, '/range-registry', { method: 'POST', body: claim });
  if (status === 200 || status === 409) return status === 200;
  throw new TransientError(`${remote.code}-unavailable`, `${remote.name} returned ${status}.`);
}
