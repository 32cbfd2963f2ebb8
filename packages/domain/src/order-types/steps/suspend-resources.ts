import { lineOf } from '../../orders/known.ts';
import { defineLocalStep } from '../../orders/step.ts';

/** Suspends the number and the SIM of the line with it. */
export const suspendResources = defineLocalStep({
  code: 'SUSPEND_RESOURCES',
  action: 'inventory.suspend',
  changes: (known) => [{ change: 'move-line-resources', lineId: lineOf(known).id, move: 'suspend' }],
  undo: (known) => [{ change: 'move-line-resources', lineId: lineOf(known).id, move: 'resume' }],
});
