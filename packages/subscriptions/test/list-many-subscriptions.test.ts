import { openDb } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { aSubscription } from '@linework/testing/a-subscription';
import { aCallerOf } from '@linework/testing/callers';
import { createTestDb } from '@linework/testing/create-test-db';
import { countReadRows } from '@linework/testing/volume/count-read-rows';
import { afterAll, describe, expect, it } from 'vitest';
import { listSubscriptions } from '../src/list-subscriptions.ts';

// One session, so that it can read its own statistics.
const testDb = await createTestDb();
const db = openDb({ url: testDb.url, poolSize: 1 });
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

const copyStatement = statement(
  'test-copy-subscription',
  { id: 'uuid' },
  `INSERT INTO subscription (id, external_code, broker_id, customer_id, offer_id, offer_version_id, status,
     billing_type, frequency, changes_behavior)
   SELECT gen_random_uuid(), 'plan-' || serial, broker_id, customer_id, offer_id, offer_version_id, status,
     billing_type, frequency, changes_behavior
   FROM subscription, generate_series(10001, 20000) AS serial
   WHERE id = :id`,
);
const { id, brokerId } = await aSubscription(db, 'DRAFT');
await db.query(copyStatement, { id });
await db.pool.query('VACUUM ANALYZE subscription');

describe('among 10,000 subscriptions', () => {
  it('the list by a part of the external code reads few others', async () => {
    const before = await countReadRows(db, 'subscription');
    const page = await listSubscriptions(db, aCallerOf({ id: brokerId }), {
      sortBy: 'createdAt',
      sortOrder: 'desc',
      limit: 20,
      externalCode: 'LAN-1234',
    });
    expect(page.meta.total).toBe(10);
    expect((await countReadRows(db, 'subscription')) - before).toBeLessThan(1_000);
  });
});
