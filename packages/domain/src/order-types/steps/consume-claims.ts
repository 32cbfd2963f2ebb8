import { type EventType, eventType } from '@linework/schemas/events';
import { defineLocalStep, type LocalStep } from '../../orders/model/step.ts';
import { requireLine } from '../../orders/model/step-context.ts';

/** Assigns the claimed resources to the line and releases the line's previous resources of the same types. */
function consumeClaims(code: string, action: string, event?: EventType): LocalStep {
  return defineLocalStep({
    code,
    action,
    effects: (context) => {
      const { id } = requireLine(context);
      const consume = { effect: 'move-claims', lineId: id, move: 'consume' } as const;
      return event ? [consume, { effect: 'emit', type: event, resourceType: 'line', resourceId: id }] : [consume];
    },
  });
}

export const consumeClaimedResources = consumeClaims('TAKE_RESOURCES', 'inventory.take');
export const consumeClaimedSim = consumeClaims('TAKE_SIM', 'inventory.take-sim', eventType('line.sim_swapped'));
export const consumeClaimedNumber = consumeClaims('TAKE_NUMBER', 'inventory.take-number', eventType('line.number_changed'));
