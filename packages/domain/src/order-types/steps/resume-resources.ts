import { lineOf } from '../../orders/known.ts';
import { defineLocalStep } from '../../orders/step.ts';

/** Puts the number and the SIM of the line back into use, where a block had suspended them. */
export const resumeResources = defineLocalStep({
  code: 'RESUME_RESOURCES',
  action: 'inventory.resume',
  changes: (known) => [{ change: 'move-line-resources', lineId: lineOf(known).id, move: 'resume' }],
  undo: (known) => (known.cameFrom === 'BLOCKED' ? [{ change: 'move-line-resources', lineId: lineOf(known).id, move: 'suspend' }] : []),
});
