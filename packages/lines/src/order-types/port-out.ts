import { defineLocalStep } from '@linework/engine/model/step';
import { requireLine } from '../model/line-step.ts';
import { moveClaims } from '../store/move-claims.ts';
import { moveLineResources } from '../store/move-line-resources.ts';
import { defineLineOrder, noInput } from './line-order-type.ts';
import { removeFromNetwork } from './steps/remove-from-network.ts';

/**
 * Decommissions the number of the line, which now belongs to another operator, and releases its SIM. The step before it
 * has already removed the line from the network, so this step has no undo.
 */
const portOutNumber = defineLocalStep({
  code: 'LET_NUMBER_LEAVE',
  action: 'inventory.let-leave',
  effects: (context) => [
    moveLineResources.effect({ lineId: requireLine(context).id, move: 'port-out' }),
    // A line whose provisioning failed has only claims.
    moveClaims.effect({ lineId: requireLine(context).id, move: 'port-out' }),
  ],
});

export const portOut = defineLineOrder({
  code: 'LINE_PORT_OUT',
  summary: 'Removes a line from the network permanently. Its number moves to another operator.',
  line: {
    request: 'delete',
    pendingStatus: 'TERMINATING',
    successStatus: 'TERMINATED',
    failureStatus: 'TERMINATION_ERROR',
  },
  onFailure: 'halt',
  removesFromNetwork: true,
  input: noInput,
  steps: [removeFromNetwork, portOutNumber],
});
