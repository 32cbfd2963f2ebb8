import { randomUUID } from 'node:crypto';
import { aHolder } from '@linework/testing/a-holder';
import { aLineWithProducts, aProduct } from '@linework/testing/a-line-with-products';
import { aSubscription } from '@linework/testing/a-subscription';
import { aCallerOf } from '@linework/testing/callers';
import { createTestEngine } from '@linework/testing/engine/test-engine';
import { sql } from '@linework/testing/sql';
import { recordUsage } from '@linework/usage/record-usage';
import { afterAll, describe, expect, it } from 'vitest';
import { changeHolder } from '../src/holder-changes/change-holder.ts';
import { changeLineHolder } from '../src/holder-changes/change-line-holder.ts';

const engine = await createTestEngine({ orderTypes: [changeHolder] });
const { db } = engine;
afterAll(() => engine.close());

const dayMs = 86_400_000;

/** A line that went from one holder to another, who has the same product in an older subscription. */
async function aLineOfTwo() {
  const product = aProduct({ amounts: { DATA: 1_000 } });
  const activatedAt = new Date(Date.now() - 20 * dayMs);
  const cycle = { activatedAt, cycle: 1, cycleFrom: '2026-11-01', cycleUntil: '2099-01-01' };
  const line = await aLineWithProducts(db, [product], cycle);
  const { brokerId } = line;
  const caller = aCallerOf({ id: brokerId });
  const { id: customerId } = await aHolder(db, { brokerId });
  const { id: subscriptionId } = await aSubscription(db, 'ACTIVE', {
    ...cycle,
    brokerId,
    customerId,
    products: [product],
  });
  const use = (amount: number, usedAt: Date) =>
    recordUsage(db, {
      caller,
      records: [{ recordId: randomUUID(), lineId: line.id, type: 'DATA', amount, usedAt }],
    });
  const { orderId } = await changeLineHolder(engine.deps, {
    caller,
    lineId: line.id,
    customerId,
    subscriptionId,
    correlationId: 'c',
  });
  const before = new Date();
  await engine.runUntilSettled(orderId);
  return { line, customerId, before, use };
}

const usageOf = (lineId: string) =>
  db.query(
    sql<{ formerHolderId: string | null; amount: string }>`
      SELECT a.former_holder_id AS "formerHolderId", sum(d.amount)::text AS amount
      FROM usage_account a
      JOIN usage_day d ON d.account_id = a.id
      WHERE a.line_id = ${lineId}::uuid
      GROUP BY a.former_holder_id
      ORDER BY a.former_holder_id NULLS LAST`,
  );

describe('usage of a line that went to another holder', () => {
  it('belongs to who had the line then, also if it is reported late and nothing was read before', async () => {
    const { line, before, use } = await aLineOfTwo();
    await db.query(sql`SELECT pg_sleep(0.01)`);
    expect(await use(7, new Date())).toMatchObject({ accepted: 1 });
    expect(await use(300, new Date(before.getTime() - 60_000))).toMatchObject({ accepted: 1 });
    expect(await usageOf(line.id)).toEqual([
      { formerHolderId: line.holderId, amount: '300' },
      { formerHolderId: null, amount: '7' },
    ]);
  });

  it('finds nothing left of the credits of the former holder', async () => {
    const { line, use } = await aLineOfTwo();
    await db.query(sql`SELECT pg_sleep(0.01)`);
    expect(await use(1_500, new Date())).toMatchObject({ partlyCounted: [{ countedAmount: 1_000 }] });
    expect(await usageOf(line.id)).toEqual([{ formerHolderId: null, amount: '1000' }]);
  });
});
