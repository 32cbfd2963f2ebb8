import { lineOf } from '../../orders/known.ts';
import { defineLocalStep } from '../../orders/step.ts';

/** Withdraws the number of the line, which another operator has from now on, and lets its SIM go as ever. The line is off the network by then, so there is no way back. */
export const letNumberLeave = defineLocalStep({
  code: 'LET_NUMBER_LEAVE',
  action: 'inventory.let-leave',
  changes: (known) => [
    { change: 'move-line-resources', lineId: lineOf(known).id, move: 'port-out' },
    // A line whose creation stopped has only claimed them.
    { change: 'move-claims', lineId: lineOf(known).id, move: 'port-out' },
  ],
});
