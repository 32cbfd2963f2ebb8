import { randomUUID } from 'node:crypto';
import { aLineWithProducts, aProduct } from '@linework/testing/a-line-with-products';
import { aTestDb } from '@linework/testing/a-test-db';
import { aCallerOf } from '@linework/testing/callers';
import { checkUsageInvariants } from '@linework/testing/invariants/check-invariants';
import { describe, expect, it } from 'vitest';
import { findBalance } from '../src/find-balance.ts';
import { purgeUsageRecords } from '../src/purge-usage-records.ts';
import { recordUsage } from '../src/record-usage.ts';

const db = await aTestDb();

const longCycle = { cycleFrom: '2026-01-01', cycleUntil: '2099-01-01' };

/** A line with one counted record whose time of use and arrival are this long ago. */
async function aLineWithARecord(ago: string) {
  const line = await aLineWithProducts(db, [aProduct()], longCycle);
  const caller = aCallerOf({ id: line.brokerId });
  const record = {
    recordId: randomUUID(),
    lineId: line.id,
    type: 'DATA',
    amount: 300,
    usedAt: new Date(Date.now() + 4 * 60_000),
  } as const;
  await recordUsage(db, { caller, records: [record] });
  const { rows } = await db.pool.query(
    `UPDATE usage_record
     SET created_at = created_at - $2::interval, used_at = used_at - $2::interval
     WHERE record_id = $1
     RETURNING used_at AS "usedAt"`,
    [record.recordId, ago],
  );
  await db.pool.query(
    `UPDATE usage_day SET day = ($2::timestamptz AT TIME ZONE 'America/Sao_Paulo')::date
     WHERE account_id = (SELECT id FROM usage_account WHERE line_id = $1)`,
    [line.id, rows[0].usedAt],
  );
  return {
    sendAgain: () => recordUsage(db, { caller, records: [{ ...record, usedAt: rows[0].usedAt }] }),
    left: async () => {
      const { balance } = await findBalance(db, { caller, lineId: line.id, productId: line.products[0]?.id ?? '' });
      return balance.balanceCredits.map(({ value }) => value);
    },
  };
}

describe('purging the records of usage', () => {
  it('keeps records that can be sent again, so that they are not counted twice', async () => {
    const line = await aLineWithARecord('90 days');
    expect(await purgeUsageRecords(db)).toBe(0);
    expect(await line.sendAgain()).toEqual({ accepted: 0, duplicates: 1, partlyCounted: [], refused: [] });
    expect(await line.left()).toEqual([700]);
    await checkUsageInvariants(db);
  });

  it('deletes records that are too old, but not their counted usage', async () => {
    const line = await aLineWithARecord('91 days 1 second');
    expect(await purgeUsageRecords(db)).toBe(1);
    expect(await line.sendAgain()).toMatchObject({ accepted: 0, refused: [{ code: 'too-old' }] });
    expect(await line.left()).toEqual([700]);
    await checkUsageInvariants(db);
  });

  it('deletes all of them, even several batches', async () => {
    const { brokerId, id } = await aLineWithProducts(db);
    await db.pool.query(
      `INSERT INTO usage_record (broker_id, record_id, line_id, type, amount, counted, used_at, created_at)
       SELECT $1, n, $2, 'DATA', 1, 0, now() - interval '100 days', now() - interval '100 days'
       FROM generate_series(1, 10000) n`,
      [brokerId, id],
    );
    expect(await purgeUsageRecords(db)).toBe(10_000);
    expect(await purgeUsageRecords(db)).toBe(0);
  });
});
