import type { Network } from '@linework/lines/model/systems';
import type { Log } from '@linework/log/log';
import { breakerMetrics } from '@linework/operations/breaker-metrics';
import type { Metrics } from '@linework/operations/metrics';
import type { OpenSecrets } from '@linework/secrets/open-sealed';
import { createLoggedBreaker } from '@linework/systems/breaker/create-logged-breaker';
import type { SystemBreaker } from '@linework/systems/breaker/create-system-breaker';
import { guardNetwork } from '@linework/systems/breaker/guard-network';
import { createOsmoHlrNetwork } from '@linework/systems/osmo-hlr/create-osmo-hlr-network';
import { createSimulatorNetwork } from '@linework/systems/simulator/create-simulator-network';
import type { Config } from './config.ts';

interface GuardedNetwork {
  readonly network: Network;
  readonly breaker: SystemBreaker;
}

const system = 'network';

/**
 * Creates the client of the configured network, behind a circuit breaker. It makes no call yet, because the network may
 * start later than the worker.
 */
function createNetwork(
  config: Config,
  { metrics, log }: { readonly metrics: Metrics; readonly log: Log },
): GuardedNetwork {
  const breaker = createLoggedBreaker({
    system,
    log,
    observer: breakerMetrics(metrics, [system]),
    unavailableMessage:
      'network does not respond; ' +
      `its orders wait, each for ${config.SYSTEM_UNAVAILABLE_LIMIT_MS / 1_000} s at most`,
    backMessage: 'network responds again; its orders continue',
  });
  return { network: guardNetwork(networks[config.NETWORK](config, log), breaker), breaker };
}

const networks: Readonly<Record<Config['NETWORK'], (config: Config, log: Log) => Network>> = {
  simulator: ({ NETWORK_URL, STEP_TIMEOUT_MS }, log) =>
    createSimulatorNetwork({ url: NETWORK_URL, timeoutMs: STEP_TIMEOUT_MS, log }),
  'osmo-hlr': ({ OSMO_HLR_VTY, OSMO_HLR_CTRL, STEP_TIMEOUT_MS }) =>
    createOsmoHlrNetwork({ vty: OSMO_HLR_VTY, ctrl: OSMO_HLR_CTRL, timeoutMs: STEP_TIMEOUT_MS }),
};

interface SystemDeps {
  readonly metrics: Metrics;
  readonly log: Log;
  /** Decrypts the secrets of SIMs; undefined if the worker has no key for them. */
  readonly openSealed: OpenSecrets | undefined;
}

/**
 * Creates the systems that the steps call, each behind its circuit breaker. A kind of resource whose steps call another
 * system adds it here.
 */
export function createSystems(config: Config, { openSealed, ...deps }: SystemDeps) {
  const { network, breaker } = createNetwork(config, deps);
  const breakers = [breaker];
  return {
    systems: { network, openSealed, isUnavailable: () => breakers.every(({ isUnavailable }) => isUnavailable()) },
    breakers,
  };
}
