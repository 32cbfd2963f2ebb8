import { randomBytes, randomUUID } from 'node:crypto';
import { openDb } from '@linework/db/db';
import { readEvents } from '@linework/events/read-events';
import { decodeEventCursor, encodeEventCursor } from '@linework/schemas/events/event-cursor';
import { aBroker } from '@linework/testing/a-broker';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { createTestDb } from '@linework/testing/create-test-db';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

const testDb = await createTestDb();
const db = openDb({ url: testDb.url, poolSize: 20 });
afterAll(async () => {
  await db.close();
  await testDb.drop();
});
const broker = await aBroker(db);
const caller = aCallerOf(broker);

interface Connection {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/** Opens a transaction on a separate connection. */
async function aTransaction(): Promise<Connection> {
  const connection = await db.pool.connect();
  onTestFinished(() => connection.release(true));
  await connection.query('BEGIN');
  return connection;
}

interface EventOptions {
  readonly keyId?: string;
  readonly job?: string;
  readonly type?: string;
  readonly orderId?: string;
}

async function emitEvent(
  on: Pick<Connection, 'query'>,
  recordId: string,
  what: string,
  { keyId, job, type = 'line.changed', orderId }: EventOptions = {},
): Promise<void> {
  await on.query(
    `INSERT INTO event (broker_id, type, resource_type, resource_id, details, key_id, job, order_id)
     VALUES ($1, $2, 'line', $3, jsonb_build_object('what', $4::text), $5, $6, $7)`,
    [broker.id, type, recordId, what, keyId, job, orderId],
  );
}

/** Reads the next page like a client, with the cursor of the previous page. */
function aReader(recordId: string, limit = 20) {
  let cursor: string | undefined;
  return async (): Promise<readonly unknown[]> => {
    const page = await readEvents(db, recordId, {
      caller,
      limit,
      cursor: cursor === undefined ? undefined : decodeEventCursor(cursor),
    });
    cursor = page.items.at(-1)?.cursor ?? cursor;
    return page.items.map(({ details }) => details['what']);
  };
}

describe('a reader of events', () => {
  it('gets an event that committed after later ones were read exactly once', async () => {
    const recordId = randomUUID();
    const readOn = aReader(recordId);
    const late = await aTransaction();
    await emitEvent(late, recordId, 'late');
    await emitEvent(db.pool, recordId, 'early');
    expect(await readOn()).toEqual(['early']);
    expect(await readOn()).toEqual([]);
    await late.query('COMMIT');
    await emitEvent(db.pool, recordId, 'later');
    expect(await readOn()).toEqual(['late', 'later']);
    expect(await readOn()).toEqual([]);
  });

  it('gets an event that was written in a savepoint of an open transaction', async () => {
    const recordId = randomUUID();
    const readOn = aReader(recordId);
    const late = await aTransaction();
    await late.query('SAVEPOINT attempt');
    await emitEvent(late, recordId, 'late');
    await late.query('RELEASE SAVEPOINT attempt');
    await emitEvent(db.pool, recordId, 'early');
    expect(await readOn()).toEqual(['early']);
    await late.query('COMMIT');
    expect(await readOn()).toEqual(['late']);
    expect(await readOn()).toEqual([]);
  });

  it('does not get events of a transaction that was rolled back', async () => {
    const recordId = randomUUID();
    const readOn = aReader(recordId);
    const gone = await aTransaction();
    await emitEvent(gone, recordId, 'gone');
    await emitEvent(db.pool, recordId, 'early');
    expect(await readOn()).toEqual(['early']);
    await gone.query('ROLLBACK');
    expect(await readOn()).toEqual([]);
  });

  it('gets every event once while many transactions write, page by page', async () => {
    const recordId = randomUUID();
    const readOn = aReader(recordId, 3);
    const seen: unknown[] = [];
    const read = async () => void seen.push(...(await readOn()));
    const writers = await Promise.all(Array.from({ length: 8 }, () => aTransaction()));
    for (const [n, writer] of writers.entries()) {
      await emitEvent(writer, recordId, `${n} first`);
      if (n % 2 === 1) await read();
      await emitEvent(writer, recordId, `${n} second`);
    }
    // The transactions commit in reverse order.
    for (const writer of writers.toReversed()) {
      await writer.query('COMMIT');
      await read();
    }
    for (let more = true; more; ) {
      const before = seen.length;
      await read();
      more = seen.length > before;
    }
    expect(seen.toSorted()).toEqual(writers.flatMap((_, n) => [`${n} first`, `${n} second`]));
  });

  it('starts with the next event when it uses the cursor of an event', async () => {
    const recordId = randomUUID();
    for (const what of ['a', 'b', 'c']) await emitEvent(db.pool, recordId, what);
    const { items } = await readEvents(db, recordId, { caller, limit: 20 });
    const cursor = decodeEventCursor(items[0]?.cursor ?? '');
    const behind = await readEvents(db, recordId, { caller, limit: 20, cursor });
    expect(behind.items.map(({ details }) => details['what'])).toEqual(['b', 'c']);
    expect(behind.meta).toMatchObject({ total: 3 });
  });

  it('does not get events twice that were written before a restore on another server', async () => {
    const recordId = randomUUID();
    await db.pool.query(
      `INSERT INTO event (broker_id, type, resource_type, resource_id, details, transaction_id)
       VALUES ($1, 'line.changed', 'line', $2, '{"what":"restored"}', '4000000000')`,
      [broker.id, recordId],
    );
    const readOn = aReader(recordId);
    expect(await readOn()).toEqual(['restored']);
    expect(await readOn()).toEqual([]);
  });
});

describe('an event cursor', () => {
  it('is rejected when the text was not made by this service', () => {
    const texts = [
      '',
      'x',
      'WzFd.',
      ...[[-1], ['a'], [1, '-5', []], [1, '9'.repeat(30), []], [1, '5', [6]], [1, '5', ['x']], { after: 1 }].map(
        (parts) => JSON.stringify(parts),
      ),
    ];
    const cursors = texts.map((text) => decodeEventCursor(Buffer.from(text).toString('base64url')));
    expect(cursors).toEqual(texts.map(() => undefined));
  });

  it('stays short with a thousand open transactions', () => {
    const open = Array.from({ length: 1_000 }, (_, n) => String(12_345_678_000 + n));
    const cursor = { after: 123_456_789, unseen: { from: '12345679000', open } };
    expect(encodeEventCursor(cursor).length).toBeLessThan(6_000);
    expect(decodeEventCursor(encodeEventCursor(cursor))).toEqual(cursor);
  });
});

describe('the actor of an event', () => {
  const actorFor = async (reader: typeof caller, written: EventOptions) => {
    const recordId = randomUUID();
    await emitEvent(db.pool, recordId, 'it', written);
    return (await readEvents(db, recordId, { caller: reader, limit: 1 })).items[0]?.actor;
  };
  const keyOf = (brokerId?: string) =>
    db.prisma.apiKey.create({
      data: {
        id: randomUUID(),
        name: `key of ${brokerId ?? 'nobody'}`,
        brokerId: brokerId ?? null,
        scopes: ['lines:read'],
        fingerprint: randomBytes(32),
        shownPrefix: 'lwk_test',
      },
    });

  it("is the key's id and name for its own broker and for an operator", async () => {
    const { id: keyId, name } = await keyOf(broker.id);
    expect(await actorFor(caller, { keyId })).toEqual({ type: 'key', keyId, name });
    expect(await actorFor(anOperator(), { keyId })).toEqual({ type: 'key', keyId, name });
  });

  it("is only `operator` for a broker when the key is an operator's, another broker's or unknown", async () => {
    const others = [(await keyOf()).id, (await keyOf((await aBroker(db)).id)).id, randomUUID()];
    for (const keyId of others) expect(await actorFor(caller, { keyId })).toEqual({ type: 'operator' });
  });

  it('is the job when there is no key: the stored one, the one of orders, or the one of the event type', async () => {
    expect(await actorFor(caller, { job: 'end-without-lines' })).toEqual({ type: 'system', job: 'end-without-lines' });
    expect(await actorFor(caller, { orderId: randomUUID(), type: 'line.blocked' })).toEqual({
      type: 'system',
      job: 'advance-order',
    });
    expect(await actorFor(caller, { type: 'invoice.overdue' })).toEqual({ type: 'system', job: 'mark-overdue' });
  });

  it('is absent when no actor is stored', async () => {
    expect(await actorFor(caller, { type: 'line.changed' })).toBeUndefined();
  });
});
