import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { DayUsage } from './allot.ts';
import type { ValidRecord } from './validate-records.ts';

/** The accounts are locked, so that no other transaction writes these rows. */
const writeStatement = statement(
  'write-usage',
  `WITH spent AS (
    UPDATE usage_credit c SET used = n.used, updated_at = now() FROM unnest($1::uuid[], $2::bigint[]) AS n(id, used) WHERE c.id = n.id
  ), shortfalls AS (
    UPDATE usage_record r
    SET counted = n.counted
    FROM unnest($3::uuid[], $4::text[], $5::bigint[]) AS n(broker_id, record_id, counted)
    WHERE r.broker_id = n.broker_id AND r.record_id = n.record_id
  )
  INSERT INTO usage_day (account_id, component_id, day, type, amount, overage)
  SELECT *
  FROM unnest($6::uuid[], $7::uuid[], $8::date[], $9::text[], $10::bigint[], $11::bigint[])
  ON CONFLICT (account_id, component_id, day) DO UPDATE
    SET amount = usage_day.amount + excluded.amount, overage = usage_day.overage + excluded.overage`,
);

export interface AllotmentToWrite {
  readonly used: ReadonlyMap<string, bigint>;
  readonly days: readonly DayUsage[];
  /** Records that were not fully counted. */
  readonly shortfalls: readonly { readonly record: ValidRecord; readonly counted: bigint }[];
}

/** Stores the used amounts of credits, the usage per day and the counted amounts of records. */
export async function writeAllotment(
  tx: Pick<Db, 'query'>,
  { used, days, shortfalls }: AllotmentToWrite,
): Promise<void> {
  await tx.query(writeStatement, [
    [...used.keys()],
    [...used.values()],
    shortfalls.map(({ record }) => record.brokerId),
    shortfalls.map(({ record }) => record.recordId),
    shortfalls.map(({ counted }) => counted),
    days.map(({ accountId }) => accountId),
    days.map(({ componentId }) => componentId),
    days.map(({ day }) => day),
    days.map(({ type }) => type),
    days.map(({ amount }) => amount),
    days.map(({ overage }) => overage),
  ]);
}
