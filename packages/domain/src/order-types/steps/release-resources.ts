import { defineLocalStep } from '../../orders/model/step.ts';
import { requireLine } from '../../orders/model/step-context.ts';

/**
 * Releases the number and the SIM of the line: the number goes into quarantine and the SIM is decommissioned. The step before it has
 * already removed the line from the network, so this step has no undo.
 */
export const releaseResources = defineLocalStep({
  code: 'LET_RESOURCES_GO',
  action: 'inventory.let-go',
  effects: (context) => [
    { effect: 'move-line-resources', lineId: requireLine(context).id, move: 'release' },
    // A line whose provisioning failed has only claims.
    { effect: 'move-claims', lineId: requireLine(context).id, move: 'release' },
  ],
});
