import { randomUUID } from 'node:crypto';
import { createApiKey } from '@linework/api-keys/create-api-key';
import { aTestDb } from '@linework/testing/a-test-db';
import { describe, expect, it } from 'vitest';
import { purgeIdempotencyRecordsAbout } from '../src/purge-idempotency-records-about.ts';

const db = await aTestDb();

const brokerId = randomUUID();

/** Stored responses of an owner, a second apart unless all at one time; every third is about the record. */
async function createRecords(ownerId: string, about: string, { count = 30, isSeparate = true } = {}): Promise<void> {
  const step = isSeparate ? '1 second' : '0';
  await db.pool.query(
    `INSERT INTO idempotency_record (owner_id, key, fingerprint, status, headers, body, created_at)
     SELECT $1, gen_random_uuid(), '', 200, '{}',
       CASE WHEN g % 3 = 0 THEN '{"holder":{"id":"' || $2::text || '"}}' ELSE '{}' END,
       timestamptz '2026-01-01' + g * $3::interval FROM generate_series(1, $4::int) g`,
    [ownerId, about, step, count],
  );
}

const countRecords = async (id: string) =>
  (
    await db.pool.query('SELECT owner_id AS "ownerId" FROM idempotency_record WHERE body LIKE $1', [`%${id}%`])
  ).rows.map(({ ownerId }) => ownerId);

describe('purging the responses about a record', () => {
  it("finds the broker's and the operators', in any number of batches, and leaves the others", async () => {
    const [about, stranger] = [randomUUID(), randomUUID()];
    const operator = await createApiKey(db, { name: 'operator', scopes: ['operator'] });
    for (const ownerId of [brokerId, operator.id, stranger]) await createRecords(ownerId, about);
    expect(await purgeIdempotencyRecordsAbout(db, { brokerId, id: about }, { batchSize: 7 })).toBe(20);
    expect(await countRecords(about)).toEqual(Array.from({ length: 10 }, () => stranger));
    const { rows } = await db.pool.query('SELECT count(*)::int AS count FROM idempotency_record');
    expect(rows).toEqual([{ count: 70 }]);
  });

  it('misses none of those that were stored at the same instant', async () => {
    const about = randomUUID();
    await createRecords(brokerId, about, { isSeparate: false });
    expect(await purgeIdempotencyRecordsAbout(db, { brokerId, id: about }, { batchSize: 7 })).toBe(10);
  });
});
