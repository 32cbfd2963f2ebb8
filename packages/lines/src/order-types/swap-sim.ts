import { defineLineOrder } from './line-order-type.ts';
import { noInput } from './no-input.ts';
import { changeImsiOnNetwork } from './steps/change-imsi-on-network.ts';
import { consumeClaimedSim } from './steps/consume-claims.ts';

export const swapSim = defineLineOrder({
  code: 'LINE_SIM_SWAP',
  summary: 'Gives a line another SIM. The old SIM is decommissioned.',
  line: { request: 'swap-sim', allowedStatuses: ['ACTIVE', 'BLOCKED'] },
  onFailure: 'rollback',
  claimsResources: true,
  input: noInput,
  steps: [changeImsiOnNetwork, consumeClaimedSim],
});
