import { randomUUID } from 'node:crypto';
import type { OpenDb } from '@linework/db/db';
import { aBroker } from '@linework/testing/a-broker';
import { aProduct } from '@linework/testing/a-line-with-products';
import { manyLines } from '@linework/testing/volume/many-lines';
import { openAccounts } from '@linework/usage/open-accounts';

export interface LinesWithBalances {
  readonly brokerId: string;
  /** Returns the lines in turn. */
  nextLineId(): string;
}

/**
 * Creates this many active lines of one broker. Each has its own subscription to a product with data, voice and
 * messages, so much data that it is never used up, and open accounts for the cycle.
 */
export async function createLinesWithBalances(db: OpenDb, count: number): Promise<LinesWithBalances> {
  const { id: brokerId } = await aBroker(db);
  const lineIds = await manyLines(db, 'ACTIVE', brokerId, count);
  const product = aProduct({ amounts: { DATA: 10 ** 15, VOICE: 6_000, SMS: 100 } });
  await db.pool.query(subscribe, [lineIds, randomUUID(), product.id, JSON.stringify(product)]);
  await db.pool.query(
    "update subscription set status = 'ACTIVE', activated_at = now(), cycle = 1, cycle_from = current_date - 1, " +
      'cycle_until = current_date + 30',
  );
  // Accounts are opened once per cycle, with the first usage of a line, so that is not part of the cost of a record.
  for (let from = 0; from < count; from += 1_000) await openAccounts(db, lineIds.slice(from, from + 1_000));
  await db.pool.query('vacuum analyze');
  let requestCount = 0;
  return {
    brokerId,
    nextLineId() {
      requestCount += 1;
      return lineIds[requestCount % lineIds.length] as string;
    },
  };
}

const subscribe = `
  with plan as (
    select id as line_id, broker_id, holder_id, gen_random_uuid() as id
    from line
    where id = any($1::uuid[])),
  subscribed as (
    insert into subscription (id, broker_id, customer_id, status, offer_id, offer_version_id, frequency, billing_type,
      changes_behavior)
    select id, broker_id, holder_id, 'DRAFT', $2::uuid, $2::uuid, 'MONTHLY', 'POSTPAID', 'NO_CHANGES' from plan
  ), added as (
    insert into subscription_product (id, subscription_id, broker_id, product_id, offer_version_id, billing_type,
      content, from_cycle)
    select gen_random_uuid(), id, broker_id, $3::uuid, $2::uuid, 'POSTPAID', $4::jsonb, 1 from plan
  )
  update line set subscription_id = plan.id from plan where line.id = plan.line_id`;
