import { defineLocalStep } from '../../orders/model/step.ts';
import { requireLine } from '../../orders/model/step-context.ts';

/**
 * Decommissions the number of the line, which now belongs to another operator, and releases its SIM. The step before it has already
 * removed the line from the network, so this step has no undo.
 */
export const portOutNumber = defineLocalStep({
  code: 'LET_NUMBER_LEAVE',
  action: 'inventory.let-leave',
  effects: (context) => [
    { effect: 'move-line-resources', lineId: requireLine(context).id, move: 'port-out' },
    // A line whose provisioning failed has only claims.
    { effect: 'move-claims', lineId: requireLine(context).id, move: 'port-out' },
  ],
});
