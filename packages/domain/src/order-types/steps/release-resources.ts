import { defineLocalStep } from '../../orders/step.ts';
import { requireLine } from '../../orders/step-context.ts';

/** Lets the number and the SIM of the line go: the number rests, the SIM is withdrawn. The line is off the network by then, so there is no way back. */
export const releaseResources = defineLocalStep({
  code: 'LET_RESOURCES_GO',
  action: 'inventory.let-go',
  effects: (context) => [
    { effect: 'move-line-resources', lineId: requireLine(context).id, move: 'release' },
    // A line whose creation stopped has only claimed them.
    { effect: 'move-claims', lineId: requireLine(context).id, move: 'release' },
  ],
});
