import type { Lifecycle } from '@linework/lifecycle/define-lifecycle';
import { type EventType, eventType, statusEvents } from '../events.ts';

const eventsByLifecycle: Readonly<Record<string, Readonly<Record<string, string>>>> = statusEvents;

interface EventTransitions {
  /** The statuses before; null stands for a new record. */
  readonly from: readonly (string | null)[];
  readonly to: string;
}

/** Finds the transitions of which an event tells; undefined if it is not the event of a status. */
export function findEventTransitions(type: EventType, lifecycles: readonly object[]): EventTransitions | undefined {
  for (const lifecycle of lifecycles as readonly Lifecycle[]) {
    const to = Object.entries(eventsByLifecycle[lifecycle.name] ?? {}).find(([, event]) => event === type)?.[0];
    if (to === undefined) continue;
    const moves = lifecycle.moves.filter((move) => move.to === to).map(({ from }) => from);
    // A new broker has an event of its own.
    return { from: [...new Set(moves)].filter((from) => from !== null || type !== eventType('broker.resumed')), to };
  }
  return undefined;
}
