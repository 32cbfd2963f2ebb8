import { defineLocalStep } from '@linework/engine/model/step';
import { requireLine } from '../model/line-step.ts';
import { moveClaims } from '../store/move-claims.ts';
import { moveLineResources } from '../store/move-line-resources.ts';
import { defineLineOrder, noInput } from './line-order-type.ts';
import { removeFromNetwork } from './steps/remove-from-network.ts';

/**
 * Releases the number and the SIM of the line: the number goes into quarantine and the SIM is decommissioned. The step
 * before it has already removed the line from the network, so this step has no undo.
 */
const releaseResources = defineLocalStep({
  code: 'LET_RESOURCES_GO',
  action: 'inventory.let-go',
  effects: (context) => [
    moveLineResources.effect({ lineId: requireLine(context).id, move: 'release' }),
    // A line whose provisioning failed has only claims.
    moveClaims.effect({ lineId: requireLine(context).id, move: 'release' }),
  ],
});

export const terminateLine = defineLineOrder({
  code: 'LINE_TERMINATION',
  summary: 'Removes a line from the network permanently.',
  line: {
    request: 'delete',
    pendingStatus: 'TERMINATING',
    successStatus: 'TERMINATED',
    failureStatus: 'TERMINATION_ERROR',
  },
  onFailure: 'halt',
  removesFromNetwork: true,
  input: noInput,
  steps: [removeFromNetwork, releaseResources],
});
