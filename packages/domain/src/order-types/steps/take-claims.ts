import type { EventType } from '@linework/schemas/events';
import { lineOf } from '../../orders/known.ts';
import { defineLocalStep, type LocalStep } from '../../orders/step.ts';

/** Gives the line what the order has claimed for it, and lets go of what it had instead. */
function takeClaims(code: string, action: string, event?: EventType): LocalStep {
  return defineLocalStep({
    code,
    action,
    changes: (known) => {
      const { id } = lineOf(known);
      const take = { change: 'move-claims', lineId: id, move: 'take' } as const;
      return event ? [take, { change: 'emit', type: event, resourceType: 'line', resourceId: id }] : [take];
    },
  });
}

export const takeResources = takeClaims('TAKE_RESOURCES', 'inventory.take');
export const takeSim = takeClaims('TAKE_SIM', 'inventory.take-sim', 'line.sim-swapped');
export const takeNumber = takeClaims('TAKE_NUMBER', 'inventory.take-number', 'line.number-changed');
