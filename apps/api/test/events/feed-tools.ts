import { randomUUID } from 'node:crypto';
import type { OpenDb } from '@linework/db/db';
import { readBounds } from '@linework/events/feed/read-feed';
import type { EventEnvelope } from '@linework/schemas/events/event-envelope';
import { listEventsRoute } from '@linework/schemas/events/events.routes';
import type { TestClient } from '../support/test-api.ts';

interface FeedBody {
  readonly items: readonly EventEnvelope[];
  readonly meta: { readonly nextAfter: number; readonly hasMore: boolean };
}

/** Reads a page of the feed. */
export async function readFeed(client: TestClient, query: object): Promise<FeedBody> {
  const { status, body } = await client.call(listEventsRoute, { query });
  if (status !== 200) throw new Error(`The feed returned ${status}: ${JSON.stringify(body)}`);
  return body as FeedBody;
}

interface EmittedEvent {
  readonly brokerId: string;
  readonly type?: string;
  readonly resourceId?: string;
  readonly orderId?: string;
  readonly text?: string;
  /** The id of an event of a release before. */
  readonly id?: string;
}

/** Writes an event of a line. It has no position yet. */
export async function emitEvent(
  { pool }: OpenDb,
  { brokerId, type = 'line.changed', resourceId = randomUUID(), orderId, text = '', id }: EmittedEvent,
): Promise<void> {
  const columns = `broker_id, type, resource_type, resource_id, order_id, details${id === undefined ? '' : ', id'}`;
  await pool.query(
    `INSERT INTO event (${columns})
     VALUES ($1, $2, $3, $4, $5, jsonb_build_object('text', $6::text)${id === undefined ? '' : ', $7'})`,
    [brokerId, type, type.split('.')[0], resourceId, orderId, text, ...(id === undefined ? [] : [id])],
  );
}

export const newestPosition = async (db: OpenDb): Promise<number> => (await readBounds(db)).newest;
