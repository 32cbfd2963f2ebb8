import { openDb } from '@linework/db/db';
import { TransientError } from '@linework/engine/model/system-errors';
import { createIssuingFixture } from '@linework/fixtures/create-issuing-fixture';
import { silentLog } from '@linework/log/log';
import { decisionHandlers } from '@linework/partner-decisions/decision-handlers';
import type { LeasedRecord } from '@linework/partners/durable-call/leased-record';
import { makeDueCalls } from '@linework/partners/durable-call/make-due-calls';
import { recordFailure } from '@linework/partners/durable-call/record-failure';
import { postponeCall, repeatCall, stopCalls } from '@linework/partners/durable-call/schedule-calls';
import { acquireDuePayments } from '@linework/payments/due-payments';
import { acquireDueMethods } from '@linework/payments/methods/due-methods';
import { acquireDueRefunds } from '@linework/payments/refunds/due-refunds';
import { acquireDuePortIns } from '@linework/portability/port-ins/due-port-ins';
import { acquireDuePortOuts } from '@linework/portability/port-outs/due-port-outs';
import type { UnansweredKind } from '@linework/schemas/unanswered-calls/unanswered-call';
import { acquireDueReceipts } from '@linework/tax-receipts/receipt-lease';
import { aBroker } from '@linework/testing/a-broker';
import { aPayment } from '@linework/testing/a-payment';
import { aPaymentMethod } from '@linework/testing/a-payment-method';
import { aPortIn } from '@linework/testing/a-port-in';
import { aPortOut } from '@linework/testing/a-port-out';
import { aRefund } from '@linework/testing/a-refund';
import { createTestDb } from '@linework/testing/create-test-db';
import { afterAll, describe, expect, it } from 'vitest';

const testDb = await createTestDb();
const db = openDb({ url: testDb.url });
afterAll(async () => {
  await db.close();
  await testDb.drop();
});
const { id: brokerId } = await aBroker(db);
const leaseMs = 30_000;

interface Kind {
  readonly make: () => Promise<{ readonly id: string }>;
  readonly acquire: (
    from: Pick<typeof db, 'query'>,
    limit: number,
    leaseMs: number,
  ) => Promise<readonly LeasedRecord[]>;
  readonly seconds: readonly number[];
}

/** A receipt that a client has tried to issue while the authority was unavailable. */
async function aReceiptWithoutResponse() {
  const { authority, draft, issue } = await createIssuingFixture(db);
  const receipt = await draft();
  authority.isUnavailable = true;
  await expect(issue(receipt)).rejects.toMatchObject({ status: 503 });
  return receipt;
}

const untilAnHour = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 3_600, 3_600];
const untilFiveMinutes = [2, 4, 8, 16, 32, 64, 128, 256, 300, 300];

const kinds: Readonly<Record<UnansweredKind, Kind>> = {
  payment: { make: () => aPayment(db, 'PENDING', { brokerId }), acquire: acquireDuePayments, seconds: untilAnHour },
  refund: { make: () => aRefund(db, 'PENDING', { brokerId }), acquire: acquireDueRefunds, seconds: untilAnHour },
  'payment-method': {
    make: () => aPaymentMethod(db, 'PENDING', { brokerId }),
    acquire: acquireDueMethods,
    seconds: untilAnHour,
  },
  'tax-receipt': { make: aReceiptWithoutResponse, acquire: acquireDueReceipts, seconds: untilFiveMinutes },
  'port-in': { make: () => aPortIn(db, 'PENDING', { brokerId }), acquire: acquireDuePortIns, seconds: untilAnHour },
  'port-out': {
    make: () => aPortOut(db, 'IN_PROGRESS', { brokerId }),
    acquire: acquireDuePortOuts,
    seconds: untilAnHour,
  },
};

describe.each(Object.entries(kinds) as [UnansweredKind, Kind][])(
  'the calls about a %s',
  (kind, { make, acquire, seconds }) => {
    const { call } = decisionHandlers[kind];
    const table = kind.replace('-', '_');
    const set = (id: string, assignments: string) =>
      db.pool.query(`UPDATE ${table} SET ${assignments} WHERE id = $1`, [id]);
    const dueAt = async (id: string): Promise<Date | null> =>
      (await db.pool.query(`SELECT due_at FROM ${table} WHERE id = $1`, [id])).rows[0].due_at;

    /** The only record of this kind that is due. */
    async function aDueRecord(): Promise<string> {
      const { id } = await make();
      await db.pool.query(`UPDATE ${table} SET due_at = '9000-01-01' WHERE due_at IS NOT NULL`);
      await set(id, "due_at = now() - interval '1 s', attempt = 0");
      return id;
    }

    async function acquireOne(id: string, ownLeaseMs = leaseMs) {
      const [acquired] = await acquire(db, 1, ownLeaseMs);
      if (acquired?.id !== id) throw new Error(`${id} was not acquired`);
      return acquired;
    }

    it('are made by one worker: the record is not due before its lease has ended', async () => {
      const id = await aDueRecord();
      const acquired = await Promise.all([acquire(db, 1, leaseMs), acquire(db, 1, leaseMs)]);
      expect(acquired.flat()).toMatchObject([{ id, attempt: 1 }]);
      expect(await acquire(db, 1, leaseMs)).toEqual([]);
      await set(id, "due_at = now() - interval '1 ms'");
      expect(await acquireOne(id)).toMatchObject({ attempt: 2 });
    });

    it('are repeated with waits that double up to a limit', async () => {
      const id = await aDueRecord();
      const waits: (number | undefined)[] = [];
      for (const _ of seconds) {
        waits.push(await postponeCall(db, call, await acquireOne(id)));
        await set(id, "due_at = now() - interval '1 ms'");
      }
      expect(waits).toEqual(seconds);
    });

    it('wait the shortest time after a first failure, however often the record was acquired before', async () => {
      const id = await aDueRecord();
      await set(id, 'attempt = 11');
      const fail = () => Promise.reject(new TransientError('unavailable', 'The partner is unavailable.'));
      expect(await makeDueCalls({ db, log: silentLog }, { call, acquire, make: fail })).toBe(1);
      // The column keeps milliseconds, and may round up.
      const text = `SELECT due_at <= now() + $2 * interval '1 s' + interval '1 ms' AS "isSoon"
        FROM ${table}
        WHERE id = $1`;
      const { rows } = await db.pool.query(text, [id, seconds[0]]);
      expect(rows).toEqual([{ isSoon: true }]);
    });

    it('are not postponed by a worker that has lost its lease', async () => {
      const id = await aDueRecord();
      // A lease is known by its end, in milliseconds. Two leases of one length that begin in the same millisecond would
      // be equal.
      const lost = await acquireOne(id, leaseMs - 1_000);
      await set(id, "due_at = now() - interval '1 ms'");
      const { dueAt: leaseEnd } = await acquireOne(id);
      expect(await postponeCall(db, call, lost)).toBeUndefined();
      expect(await dueAt(id)).toEqual(leaseEnd);
    });

    it('stop after the age limit until an operator repeats one', async () => {
      const id = await aDueRecord();
      const acquired = await acquireOne(id);
      await recordFailure(db, call, { recordId: id, code: 'timeout', limitMs: 0 });
      expect(await recordFailure(db, call, { recordId: id, code: 'timeout', limitMs: 0 })).toEqual({
        failures: 2,
        isStopped: true,
      });
      expect(await postponeCall(db, call, acquired)).toBeUndefined();
      expect(await acquire(db, 1, leaseMs)).toEqual([]);
      await repeatCall(db, call, id);
      expect(await acquireOne(id)).toMatchObject({ attempt: 2 });
    });
  },
);

it.each([
  ['one after the other in a transaction, which has one connection', true, 1],
  ['at the same time outside a transaction', false, 3],
])('due calls are made %s', async (_when, isTransaction, expected) => {
  const ids = ['one', 'two', 'three'];
  const acquire = async (_db: unknown, limit: number) =>
    ids.splice(0, limit).map((id) => ({ id, dueAt: new Date(), attempt: 1, isUnanswered: false }));
  let [running, most] = [0, 0];
  const make = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
  };
  const { call } = decisionHandlers.payment;
  expect(
    await makeDueCalls({ db: { query: async () => [], isTransaction }, log: silentLog }, { call, acquire, make }),
  ).toBe(3);
  expect(most).toBe(expected);
});

it('a failure is never dated after the moment it was recorded, whichever way its milliseconds are rounded', async () => {
  const { id: recordId } = await aPortIn(db, 'PENDING', { brokerId });
  const fail = (tx: Pick<typeof db, 'query'>) =>
    recordFailure(tx, decisionHandlers['port-in'].call, { recordId, code: 'timeout', limitMs: 0 });
  // The time does not change within a transaction: the second failure is as old as the first.
  const failTwice = () =>
    db.transaction(async (tx) => {
      await fail(tx);
      return tx.dryRun(() => fail(tx));
    });
  for (let round = 0; round < 10; round += 1) {
    expect(await failTwice()).toMatchObject({ isStopped: true });
    await db.pool.query('DELETE FROM unanswered_call WHERE record_id = $1', [recordId]);
  }
});

/** The others have a due date as long as they are open: the database rejects any other. */
describe.each(['payment', 'payment-method'] as const)('the calls about a %s without a due date', (kind) => {
  const { call } = decisionHandlers[kind];
  const { make, acquire } = kinds[kind];
  const table = kind.replace('-', '_');

  async function aDueRecord(): Promise<string> {
    const { id } = await make();
    await db.pool.query(
      `UPDATE ${table} SET due_at = CASE WHEN id = $1 THEN now() - interval '1 ms' ELSE '9000-01-01' END`,
      [id],
    );
    return id;
  }

  it('are not repeated by an operator', async () => {
    await aDueRecord();
    const [acquired] = await acquire(db, 1, leaseMs);
    if (!acquired) throw new Error('nothing was due');
    expect(await stopCalls(db, call, acquired)).toBe(true);
    await repeatCall(db, call, acquired.id);
    expect(await acquire(db, 1, leaseMs)).toEqual([]);
  });

  it('go on when the record became due during the last one', async () => {
    const id = await aDueRecord();
    const [acquired] = await acquire(db, 1, leaseMs);
    if (!acquired) throw new Error('nothing was due');
    await db.pool.query(`UPDATE ${table} SET due_at = now() - interval '1 ms' WHERE id = $1`, [id]);
    expect(await stopCalls(db, call, acquired)).toBe(false);
    expect(await acquire(db, 1, leaseMs)).toMatchObject([{ id }]);
  });
});
