import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { PositionedEvent } from '@linework/events/build-envelope';
import { eventsOfRange, firstRangeAfter } from '@linework/events/feed/event-ranges';
import { eventColumns, joinActor } from '@linework/events/feed/select-event';
import type { EventType } from '@linework/schemas/events';
import { findEventResource } from '@linework/schemas/events';
import type { AcquiredDelivery } from './acquire-deliveries.ts';

/** The events have no index by type, so only the newest are searched: 2,000 take about 10 ms. */
const searchedEvents = 2_000;

const searchedFrom = `((SELECT newest_position FROM event_sequencer) - ${searchedEvents})`;

const findStatement = statement(
  'find-webhook-sample-event',
  { eventType: 'text', brokerId: 'uuid?' },
  `SELECT ${eventColumns}
   FROM event_range r
   CROSS JOIN ${eventsOfRange(searchedFrom)} AS e
   ${joinActor}
   WHERE r.first_position >= ${firstRangeAfter(searchedFrom)}
     AND e.type = :eventType
     AND (:brokerId IS NULL OR e.broker_id = :brokerId)
   ORDER BY r.first_position DESC, e.seq DESC
   LIMIT 1`,
);

/**
 * A sample of an event type for an endpoint: the newest such event of its owner if there is a recent one, or else one
 * about a record that does not exist. Its id is the id of the delivery, so that the receiver does not take it for the
 * event itself.
 */
export async function findSampleEvent(
  db: Pick<Db, 'query'>,
  delivery: Pick<AcquiredDelivery, 'id' | 'eventType' | 'brokerId'>,
): Promise<PositionedEvent> {
  const [found] = await db.query(findStatement, {
    eventType: delivery.eventType,
    brokerId: delivery.brokerId,
  });
  return { ...(found ?? inventEvent(delivery)), id: delivery.id };
}

function inventEvent({
  id,
  eventType,
  brokerId,
}: Pick<AcquiredDelivery, 'id' | 'eventType' | 'brokerId'>): PositionedEvent {
  return {
    id,
    position: 1,
    type: eventType,
    at: new Date(),
    brokerId,
    resourceType: findEventResource(eventType as EventType),
    resourceId: id,
    fromStatus: null,
    toStatus: null,
    orderId: null,
    keyId: null,
    keyName: null,
    keyBrokerId: null,
    operatorName: null,
    job: null,
    details: {},
  };
}
