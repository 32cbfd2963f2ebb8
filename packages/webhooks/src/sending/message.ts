import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { buildEnvelope, type PositionedEvent } from '@linework/events/build-envelope';
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
  `SELECT e.seq::text AS seq, p.position::float8 AS position, e.id, e.type, e.at, e.broker_id AS "brokerId", e.resource_type AS "resourceType",
     e.resource_id AS "resourceId", e.from_status AS "fromStatus", e.to_status AS "toStatus", e.order_id AS "orderId", e.job, e.details,
     e.key_id AS "keyId", k.name AS "keyName", k.broker_id AS "keyBrokerId", o.name AS "operatorName"
   FROM event e
   JOIN event_position p ON p.seq = e.seq
   LEFT JOIN api_key k ON k.id = e.key_id
   LEFT JOIN operator o ON o.id = e.key_id
   WHERE e.seq = ANY($1::bigint[])`,
);

type EventRow = PositionedEvent & { readonly seq: string };

export function createMessageBuilder(db: Pick<Db, 'query'>): BuildMessages {
  return async (deliveries) => {
    const seqs = deliveries.flatMap(({ eventSeq }) => eventSeq ?? []);
    const rows = seqs.length === 0 ? [] : await db.query<EventRow>(readStatement, [[...new Set(seqs)]]);
    const bySeq = new Map(rows.map((row) => [row.seq, row]));
    const events = await Promise.all(
      deliveries.map(async (delivery) => [delivery, delivery.eventSeq === null ? await findSampleEvent(db, delivery) : bySeq.get(delivery.eventSeq)] as const),
    );
    return new Map(events.flatMap(([delivery, event]) => (event === undefined ? [] : [[delivery.id, buildMessage(delivery, event)] as const])));
  };
}

/** The event as the owner of the endpoint sees it. Every try of every delivery of one event has the same text. */
function buildMessage({ payload, brokerId, scopes }: AcquiredDelivery, event: PositionedEvent): Message {
  return { id: event.id, body: JSON.stringify(buildEnvelope(event, { payload, reader: { brokerId, scopes } })) };
}
