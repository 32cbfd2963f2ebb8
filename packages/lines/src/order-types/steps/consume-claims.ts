import { defineLocalStep, type LocalStep } from '@linework/engine/model/step';
import { type EventType, eventType } from '@linework/schemas/events';
import { requireLine } from '../../model/line-step.ts';
import { moveClaims } from '../../store/move-claims.ts';

/** Assigns the claimed resources to the line and releases the line's previous resources of the same types. */
function consumeClaims(code: string, action: string, event?: EventType): LocalStep {
  return defineLocalStep({
    code,
    action,
    effects: (context) => {
      const { id } = requireLine(context);
      const consume = moveClaims.effect({ lineId: id, move: 'consume' });
      return event ? [consume, { effect: 'emit', type: event, resourceType: 'line', resourceId: id }] : [consume];
    },
  });
}

export const consumeClaimedResources = consumeClaims('TAKE_RESOURCES', 'inventory.take');
export const consumeClaimedSim = consumeClaims('TAKE_SIM', 'inventory.take-sim', eventType('line.sim_swapped'));
export const consumeClaimedNumber = consumeClaims(
  'TAKE_NUMBER',
  'inventory.take-number',
  eventType('line.number_changed'),
);
