import { defineLocalStep } from '../../orders/model/step.ts';
import { requireLine } from '../../orders/model/step-context.ts';

/** Suspends the number and the SIM of the line. */
export const suspendResources = defineLocalStep({
  code: 'SUSPEND_RESOURCES',
  action: 'inventory.suspend',
  effects: (context) => [{ effect: 'move-line-resources', lineId: requireLine(context).id, move: 'suspend' }],
  undo: (context) => [{ effect: 'move-line-resources', lineId: requireLine(context).id, move: 'resume' }],
});
