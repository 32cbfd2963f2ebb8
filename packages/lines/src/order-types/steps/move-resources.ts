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

/** Resumes the number and the SIM of the line if a block has suspended them. */
export const resumeResources = defineLocalStep({
  code: 'RESUME_RESOURCES',
  action: 'inventory.resume',
  effects: (context) => [moveLineResources.effect({ lineId: requireLine(context).id, move: 'resume' })],
  undo: (context) =>
    context.previousStatus === 'BLOCKED'
      ? [moveLineResources.effect({ lineId: requireLine(context).id, move: 'suspend' })]
      : [],
});
