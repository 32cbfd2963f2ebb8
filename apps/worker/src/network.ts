import type { Network } from '@linework/domain/systems';
import type { Log } from '@linework/log/log';
import type { Metrics } from '@linework/operations/metrics';
import { breakerMetrics } from '@linework/operations/metrics-of-breakers';
import { guardedNetwork } from '@linework/systems/breaker/guarded-network';
import { loggedBreaker } from '@linework/systems/breaker/logged-breaker';
import type { SystemBreaker } from '@linework/systems/breaker/system-breaker';
import { osmoHlrNetwork } from '@linework/systems/osmo-hlr/osmo-hlr-network';
import { simulatorNetwork } from '@linework/systems/simulator/simulator-network';
import type { Config } from './config.ts';

export interface GuardedNetwork {
  readonly network: Network;
  readonly breaker: SystemBreaker;
}

const system = 'network';

/** The network that the settings name, behind a breaker. Nothing is asked of it yet: it may come later than the worker, and be away for a while. */
export function networkOf(config: Config, { metrics, log }: { readonly metrics: Metrics; readonly log: Log }): GuardedNetwork {
  const breaker = loggedBreaker({
    system,
    log,
    observer: breakerMetrics(metrics, [system]),
    away: `the network does not answer; its orders wait, each for ${config.SYSTEM_AWAY_LIMIT_MS / 1_000} s at most`,
    back: 'the network answers again; orders go on',
  });
  return { network: guardedNetwork(networks[config.NETWORK](config, log), breaker), breaker };
}

const networks: Readonly<Record<Config['NETWORK'], (config: Config, log: Log) => Network>> = {
  simulator: ({ NETWORK_URL, STEP_TIMEOUT_MS }, log) => simulatorNetwork({ url: NETWORK_URL, timeoutMs: STEP_TIMEOUT_MS, log }),
  'osmo-hlr': ({ OSMO_HLR_VTY, OSMO_HLR_CTRL, STEP_TIMEOUT_MS }) => osmoHlrNetwork({ vty: OSMO_HLR_VTY, ctrl: OSMO_HLR_CTRL, timeoutMs: STEP_TIMEOUT_MS }),
};
