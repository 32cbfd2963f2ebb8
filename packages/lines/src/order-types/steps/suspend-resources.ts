import { defineLocalStep } from '@linework/engine/model/step';
import { requireLine } from '../../model/line-context.ts';
import { moveLineResources } from '../../store/move-line-resources.ts';

/** Suspends the number and the SIM of the line. */
export const suspendResources = defineLocalStep({
  code: 'SUSPEND_RESOURCES',
  action: 'inventory.suspend',
  effects: (context) => [moveLineResources.effect({ lineId: requireLine(context).id, move: 'suspend' })],
  undo: (context) => [moveLineResources.effect({ lineId: requireLine(context).id, move: 'resume' })],
});
