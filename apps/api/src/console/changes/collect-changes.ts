import type { PositionedEvent } from '@linework/events/build-envelope';

/** The most ids of one message. A page shows fewer records, and with more it asks for all of them. */
export const idLimit = 200;

/** Which records have changed, without their data. */
export interface Changes {
  readonly kinds: string[];
  readonly ids: string[];
  readonly isComplete: boolean;
}

type ChangedRecord = Pick<PositionedEvent, 'resourceType' | 'resourceId' | 'orderId'>;

/** The records of events, and the orders that caused them, each once. */
export function collectChanges(events: readonly ChangedRecord[]): Changes {
  const kinds = new Set<string>();
  const ids = new Set<string>();
  for (const { resourceType, resourceId, orderId } of events) {
    kinds.add(resourceType);
    ids.add(resourceId);
    if (orderId) ids.add(orderId);
  }
  const isComplete = ids.size <= idLimit;
  return { kinds: [...kinds], ids: isComplete ? [...ids] : [], isComplete };
}
