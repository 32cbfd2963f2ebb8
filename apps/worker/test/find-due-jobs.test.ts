import { randomUUID } from 'node:crypto';
import { type OpenDb, openDb } from '@linework/db/db';
import { assignAllEventPositions } from '@linework/events/feed/assign-event-positions';
import { createIssuingFixture } from '@linework/fixtures/create-issuing-fixture';
import { silentLog } from '@linework/log/log';
import type { JobName } from '@linework/schemas/jobs';
import { anActiveLine } from '@linework/testing/a-line';
import { aPayment } from '@linework/testing/a-payment';
import { aPaymentMethod } from '@linework/testing/a-payment-method';
import { aPool } from '@linework/testing/a-pool';
import { aPortIn } from '@linework/testing/a-port-in';
import { aPortOut } from '@linework/testing/a-port-out';
import { aRefund } from '@linework/testing/a-refund';
import { aSubscription } from '@linework/testing/a-subscription';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { quarantineAll } from '@linework/testing/inventory/quarantine-all';
import { reserveAll } from '@linework/testing/inventory/reserve-all';
import { sql } from '@linework/testing/sql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDueJobsFinder, dueConditions } from '../src/find-due-jobs.ts';

const past = new Date('2020-01-01T00:00:00Z');
const conditional = Object.keys(dueConditions) as JobName[];
let testDb: TestDb;
let db: OpenDb;

beforeEach(async () => {
  testDb = await createTestDb();
  db = openDb({ url: testDb.url });
});
afterEach(async () => {
  await db.close();
  await testDb.drop();
});

const findDue = () => createDueJobsFinder({ db, log: silentLog })(conditional);

/** Each creates work for one job. Any of them also creates events. */
const work: readonly (readonly [description: string, job: JobName, create: () => Promise<unknown>])[] = [
  ['an event without a position', 'assign-event-positions', () => anActiveLine(db)],
  [
    'a reservation that has ended',
    'expire-resources',
    async () => reserveAll(db, await aPool(db, { count: 1 }), { endsInMs: -1_000 }),
  ],
  [
    'a quarantine that has ended',
    'expire-resources',
    async () => quarantineAll(db, await aPool(db, { count: 1 }), { endsInMs: -1_000 }),
  ],
  [
    'a bulk operation that has not ended',
    'place-bulk-orders',
    async () => {
      const { brokerId } = await anActiveLine(db);
      await db.query(sql`INSERT INTO bulk_operation (id, broker_id, operation, status, total, key_id, correlation_id)
        VALUES (gen_random_uuid(), ${brokerId}::uuid, 'block', 'RUNNING', 1, gen_random_uuid(), 'c')`);
    },
  ],
  [
    'an event that no endpoint was asked about',
    'deliver-webhooks',
    async () => {
      await anActiveLine(db);
      await assignAllEventPositions(db);
    },
  ],
  ['an endpoint with a delivery that is due', 'deliver-webhooks', () => anEndpoint({ nextAt: past })],
  ['an endpoint whose deliveries are moved', 'deliver-webhooks', () => anEndpoint({ releaseFrom: past })],
  ['a due payment', 'ask-payment-provider', async () => makeDue('payment', await aPayment(db, 'PENDING'))],
  [
    'a due payment method',
    'ask-payment-provider',
    async () => makeDue('payment_method', await aPaymentMethod(db, 'PENDING')),
  ],
  ['a due refund', 'ask-payment-provider', async () => makeDue('refund', await aRefund(db, 'PENDING'))],
  ['a due port-in', 'ask-clearing-house', async () => makeDue('port_in', await aPortIn(db, 'PENDING'))],
  ['a due port-out', 'ask-clearing-house', async () => makeDue('port_out', await aPortOut(db, 'PENDING'))],
  [
    'a due receipt',
    'ask-tax-authority',
    async () => {
      const { authority, draft, issue } = await createIssuingFixture(db);
      authority.isUnavailable = true;
      const receipt = await draft('62');
      await issue(receipt).catch(() => {});
      await makeDue('tax_receipt', receipt);
    },
  ],
  [
    'a scheduled pause whose time has come',
    'move-due-subscriptions',
    async () => aSubscription(db, 'ACTIVE', { scheduledPauseAt: past }),
  ],
  [
    'a line that has ended',
    'end-without-lines',
    async () => {
      const { id } = await aSubscription(db, 'ACTIVE');
      await db.query(sql`INSERT INTO subscription_line_ended (line_id, subscription_id)
        VALUES (${randomUUID()}::uuid, ${id}::uuid)`);
    },
  ],
  [
    'a line of a paused subscription',
    'block-paused-lines',
    async () => {
      const line = await anActiveLine(db);
      const { id } = await aSubscription(db, 'PAUSED', { brokerId: line.brokerId, customerId: line.holderId });
      await db.query(sql`INSERT INTO paused_line (subscription_id, line_id, broker_id)
        VALUES (${id}::uuid, ${line.id}::uuid, ${line.brokerId}::uuid)`);
    },
  ],
  [
    'a move-in that is to be checked',
    'advance-move-ins',
    async () => {
      const { brokerId } = await aPool(db);
      await db.query(sql`INSERT INTO move_in (id, broker_id, number_pool_id, sim_pool_id, calls_per_second, key_id)
        VALUES (gen_random_uuid(), ${brokerId}::uuid, gen_random_uuid(), gen_random_uuid(), 1, gen_random_uuid())`);
      await db.query(sql`UPDATE move_in SET status = 'CHECKING'`);
    },
  ],
  ['a line that was never compared with the register', 'reconcile-lines', () => anActiveLine(db)],
];

async function makeDue(table: string, { id }: { readonly id: string }): Promise<void> {
  await db.pool.query(`UPDATE ${table} SET due_at = now() - interval '1 s' WHERE id = $1`, [id]);
}

async function anEndpoint({ nextAt, releaseFrom }: { readonly nextAt?: Date; readonly releaseFrom?: Date }) {
  const [types, scopes] = [['*'], []];
  await db.query(sql`INSERT INTO webhook_endpoint (id, url, types, payload, ordering, signature, status, scopes,
      next_at, moving, release_from)
    VALUES (gen_random_uuid(), 'https://example.com', ${types}, 'full', 'none', 'hmac', 'enabled', ${scopes},
      ${nextAt ?? null}, ${releaseFrom ? 'release' : null}, ${releaseFrom ?? null})`);
}

describe('the jobs that have work', () => {
  it('are none in a database without work', async () => {
    expect(await findDue()).toEqual([]);
  });

  it.each(work)('%s is work for %s', async (_, job, create) => {
    await create();
    expect(await findDue()).toContain(job);
  });

  it('are no others', async () => {
    await reserveAll(db, await aPool(db, { count: 1 }), { endsInMs: -1_000 });
    expect(await findDue()).toEqual(['expire-resources', 'assign-event-positions']);
  });

  it('have a case here for each condition', () => {
    expect([...new Set(work.map(([, job]) => job))].toSorted()).toEqual(conditional.toSorted());
  });

  it('include each without a condition', async () => {
    const find = createDueJobsFinder({ db, log: silentLog });
    expect(await find(['expire-resources', 'requeue-due-orders'])).toEqual(['requeue-due-orders']);
  });

  it('are all when they cannot be found, so that each says what fails', async () => {
    const failing = { query: () => Promise.reject(new Error('relation does not exist')) };
    expect(await createDueJobsFinder({ db: failing, log: silentLog })(conditional)).toEqual(conditional);
  });
});
