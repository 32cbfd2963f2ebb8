import type { Log } from '@linework/log/log';
import type { Metrics } from '@linework/operations/metrics';
import type { OpenSecrets } from '@linework/secrets/open-sealed';
import type { Config } from './config.ts';
import { createNetwork } from './network.ts';

interface SystemDeps {
  readonly metrics: Metrics;
  readonly log: Log;
  /** Decrypts the secrets of SIMs; undefined if the worker has no key for them. */
  readonly openSealed: OpenSecrets | undefined;
}

/** Creates the systems that the steps call, each behind its circuit breaker. A kind of resource whose steps call another system adds it here. */
export function createSystems(config: Config, { openSealed, ...deps }: SystemDeps) {
  const { network, breaker } = createNetwork(config, deps);
  const breakers = [breaker];
  return { systems: { network, openSealed, isAway: () => breakers.every(({ isAway }) => isAway()) }, breakers };
}
