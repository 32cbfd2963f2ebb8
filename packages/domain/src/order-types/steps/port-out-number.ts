import { defineLocalStep } from '../../orders/step.ts';
import { requireLine } from '../../orders/step-context.ts';

/** Withdraws the number of the line, which another operator has from now on, and lets its SIM go as ever. The line is off the network by then, so there is no way back. */
export const portOutNumber = defineLocalStep({
  code: 'LET_NUMBER_LEAVE',
  action: 'inventory.let-leave',
  effects: (context) => [
    { effect: 'move-line-resources', lineId: requireLine(context).id, move: 'port-out' },
    // A line whose creation stopped has only claimed them.
    { effect: 'move-claims', lineId: requireLine(context).id, move: 'port-out' },
  ],
});
