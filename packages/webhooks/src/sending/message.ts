import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { buildEnvelope, type PositionedEvent } from '@linework/events/build-envelope';
import { rangeHasEvent } from '@linework/events/feed/event-ranges';
import { eventColumns, joinActor } from '@linework/events/feed/select-event';
import type { AcquiredDelivery } from './acquire-deliveries.ts';
import { findSampleEvent } from './sample-event.ts';

/** What is sent: the id of the event, and the exact text that is signed. */
export interface Message {
  readonly id: string;
  readonly body: string;
}

/** Builds the messages of deliveries, by delivery. A delivery whose event is no longer kept has none. */
export type BuildMessages = (deliveries: readonly AcquiredDelivery[]) => Promise<ReadonlyMap<string, Message>>;

const readStatement = statement(
  'read-webhook-events',
  { seqs: 'bigint[]' },
  `SELECT e.seq::text AS seq, ${eventColumns}
   FROM event e
   JOIN event_range r ON ${rangeHasEvent}
   ${joinActor}
   WHERE e.seq = ANY(:seqs)`,
);

export function createMessageBuilder(db: Pick<Db, 'query'>): BuildMessages {
  return async (deliveries) => {
    const seqs = deliveries.flatMap(({ eventSeq }) => eventSeq ?? []);
    const rows = seqs.length === 0 ? [] : await db.query(readStatement, { seqs: [...new Set(seqs)] });
    const bySeq = new Map(rows.map((row) => [row.seq, row]));
    const events = await Promise.all(
      deliveries.map(
        async (delivery) =>
          [
            delivery,
            delivery.eventSeq === null ? await findSampleEvent(db, delivery) : bySeq.get(delivery.eventSeq),
          ] as const,
      ),
    );
    return new Map(
      events.flatMap(([delivery, event]) =>
        event === undefined ? [] : [[delivery.id, buildMessage(delivery, event)] as const],
      ),
    );
  };
}

/** The event as the owner of the endpoint sees it. Every try of every delivery of one event has the same text. */
function buildMessage({ payload, brokerId, scopes }: AcquiredDelivery, event: PositionedEvent): Message {
  return { id: event.id, body: JSON.stringify(buildEnvelope(event, { payload, reader: { brokerId, scopes } })) };
}
