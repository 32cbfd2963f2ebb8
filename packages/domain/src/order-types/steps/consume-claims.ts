import { type EventType, eventType } from '@linework/schemas/events';
import { defineLocalStep, type LocalStep } from '../../orders/step.ts';
import { requireLine } from '../../orders/step-context.ts';

/** Gives the line what the order has claimed for it, and lets go of what it had instead. */
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
