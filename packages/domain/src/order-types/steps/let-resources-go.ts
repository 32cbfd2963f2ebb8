import { lineOf } from '../../orders/known.ts';
import { defineLocalStep } from '../../orders/step.ts';

/** Lets the number and the SIM of the line go: the number rests, the SIM is withdrawn. The line is off the network by then, so there is no way back. */
export const letResourcesGo = defineLocalStep({
  code: 'LET_RESOURCES_GO',
  action: 'inventory.let-go',
  changes: (known) => [
    { change: 'move-line-resources', lineId: lineOf(known).id, move: 'let-go' },
    // A line whose creation stopped has only claimed them.
    { change: 'move-claims', lineId: lineOf(known).id, move: 'give-back' },
  ],
});
