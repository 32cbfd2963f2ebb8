import { defineLocalStep } from '../../orders/model/step.ts';
import { requireLine } from '../../orders/model/step-context.ts';

/** Resumes the number and the SIM of the line if a block has suspended them. */
export const resumeResources = defineLocalStep({
  code: 'RESUME_RESOURCES',
  action: 'inventory.resume',
  effects: (context) => [{ effect: 'move-line-resources', lineId: requireLine(context).id, move: 'resume' }],
  undo: (context) => (context.previousStatus === 'BLOCKED' ? [{ effect: 'move-line-resources', lineId: requireLine(context).id, move: 'suspend' }] : []),
});
