import { openDb } from '@linework/db/db';
import { createIssuingFixture } from '@linework/fixtures/create-issuing-fixture';
import { silentLog } from '@linework/log/log';
import { makeDueCalls } from '@linework/partners/durable-call/make-due-calls';
import { createTestDb } from '@linework/testing/create-test-db';
import { afterAll, describe, expect, it } from 'vitest';
import { pollDueReceipts } from '../src/poll-due-receipts.ts';
import { receiptCall } from '../src/receipt-snapshot.ts';

const testDb = await createTestDb();
const db = openDb({ url: testDb.url });
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

describe('a worker that was paused between acquiring a record and calling a partner for it', () => {
  it.each([
    ['calls when the call ends before the lease', 9_900, ['one']],
    ['does not call when the call could end after the lease, and leaves the record due', 10_100, []],
  ])('%s', async (_name, stoppedMs, expectedCalls) => {
    let nowMs = 1_000;
    const called: string[] = [];
    const run: string[] = [];
    const query: typeof db.query = async (statement, ..._values) => {
      run.push(statement.name);
      return [];
    };
    await makeDueCalls(
      { db: { query, isTransaction: false }, log: silentLog, monotonicMs: () => nowMs },
      {
        call: receiptCall,
        async acquire() {
          nowMs += stoppedMs;
          return [{ id: 'one', dueAt: new Date(), attempt: 1, isUnanswered: false }];
        },
        make: async ({ id }) => void called.push(id),
      },
    );
    expect(called).toEqual(expectedCalls);
    expect(run).toEqual([]);
  });

  it('calls under a lease of any length', async () => {
    const called: string[] = [];
    await makeDueCalls(
      { db: { query: async () => [], isTransaction: false }, log: silentLog, leaseMs: 301 },
      {
        call: receiptCall,
        acquire: async () => [{ id: 'one', dueAt: new Date(), attempt: 1, isUnanswered: false }],
        make: async ({ id }) => void called.push(id),
      },
    );
    expect(called).toEqual(['one']);
  });

  it.each([
    ['calls the tax authority in the first half of the lease', 9_900, true],
    ['does not call the tax authority in the second half, and leaves the receipt due', 10_100, false],
  ])('%s', async (_name, stoppedMs, isCalled) => {
    const { authority, draft, issue, row } = await createIssuingFixture(db);
    const receipt = await draft();
    authority.isUnavailable = true;
    await expect(issue(receipt)).rejects.toMatchObject({ status: 503 });
    authority.isUnavailable = false;
    await db.prisma.taxReceipt.update({ where: { id: receipt.id }, data: { dueAt: new Date(0) } });
    let nowMs = 1_000;
    const query: typeof db.query = async (statement, ...given) => {
      const rows = await db.query(statement, ...given);
      if (nowMs === 1_000) nowMs += stoppedMs;
      return rows;
    };
    await pollDueReceipts({
      db: { query, isTransaction: false },
      taxAuthority: authority,
      leaseMs: 20_000,
      log: silentLog,
      monotonicMs: () => nowMs,
    });
    expect(await row(receipt)).toMatchObject(
      isCalled ? { status: 'ACTIVE', dueAt: null } : { status: 'DRAFT', dueAt: expect.any(Date) },
    );
  });
});
