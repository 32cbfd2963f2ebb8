import type { Network } from '@linework/domain/systems';
import { osmoHlrNetwork } from '@linework/systems/osmo-hlr/osmo-hlr-network';
import { simulatorNetwork } from '@linework/systems/simulator/simulator-network';
import type { Config } from './config.ts';

/** The network that the settings name. Nothing is asked of it yet: it may come later than the worker, and be away for a while. */
export const networkOf = (config: Config): Network => networks[config.NETWORK](config);

const networks: Readonly<Record<Config['NETWORK'], (config: Config) => Network>> = {
  simulator: ({ NETWORK_URL, STEP_TIMEOUT_MS }) => simulatorNetwork({ url: NETWORK_URL, timeoutMs: STEP_TIMEOUT_MS }),
  'osmo-hlr': ({ OSMO_HLR_VTY, OSMO_HLR_CTRL, STEP_TIMEOUT_MS }) => osmoHlrNetwork({ vty: OSMO_HLR_VTY, ctrl: OSMO_HLR_CTRL, timeoutMs: STEP_TIMEOUT_MS }),
};
