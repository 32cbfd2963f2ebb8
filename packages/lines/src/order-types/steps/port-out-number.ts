import { defineLocalStep } from '@linework/engine/model/step';
import { requireLine } from '../../model/line-context.ts';
import { moveClaims } from '../../store/move-claims.ts';
import { moveLineResources } from '../../store/move-line-resources.ts';

/**
 * Decommissions the number of the line, which now belongs to another operator, and releases its SIM. The step before it
 * has already removed the line from the network, so this step has no undo.
 */
export const portOutNumber = defineLocalStep({
  code: 'LET_NUMBER_LEAVE',
  action: 'inventory.let-leave',
  effects: (context) => [
    moveLineResources.effect({ lineId: requireLine(context).id, move: 'port-out' }),
    // A line whose provisioning failed has only claims.
    moveClaims.effect({ lineId: requireLine(context).id, move: 'port-out' }),
  ],
});
