import { defineLocalStep } from '@linework/engine/model/step';
import { requireLine } from '../../model/line-context.ts';
import { moveClaims } from '../../store/move-claims.ts';
import { moveLineResources } from '../../store/move-line-resources.ts';

/**
 * Releases the number and the SIM of the line: the number goes into quarantine and the SIM is decommissioned. The step
 * before it has already removed the line from the network, so this step has no undo.
 */
export const releaseResources = defineLocalStep({
  code: 'LET_RESOURCES_GO',
  action: 'inventory.let-go',
  effects: (context) => [
    moveLineResources.effect({ lineId: requireLine(context).id, move: 'release' }),
    // A line whose provisioning failed has only claims.
    moveClaims.effect({ lineId: requireLine(context).id, move: 'release' }),
  ],
});
