import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { DayUse } from './allot.ts';
import type { FitRecord } from './sort-out-records.ts';

/** The accounts are held, so that nobody else writes these rows. */
const writeStatement = statement(
  'write-usage',
  `WITH spent AS (
    UPDATE usage_credit c SET used = n.used, updated_at = now() FROM unnest($1::uuid[], $2::bigint[]) AS n(id, used) WHERE c.id = n.id
  ), cut_short AS (
    UPDATE usage_record r SET counted = n.counted FROM unnest($3::uuid[], $4::text[], $5::bigint[]) AS n(broker_id, record_id, counted)
    WHERE r.broker_id = n.broker_id AND r.record_id = n.record_id
  )
  INSERT INTO usage_day (account_id, component_id, day, type, amount, overage)
  SELECT * FROM unnest($6::uuid[], $7::uuid[], $8::date[], $9::text[], $10::bigint[], $11::bigint[])
  ON CONFLICT (account_id, component_id, day) DO UPDATE
    SET amount = usage_day.amount + excluded.amount, overage = usage_day.overage + excluded.overage`,
);

export interface Written {
  readonly used: ReadonlyMap<string, bigint>;
  readonly days: readonly DayUse[];
  /** Records that were not counted to the end. */
  readonly cutShort: readonly { readonly record: FitRecord; readonly counted: bigint }[];
}

/** Writes down what was taken from where. */
export async function writeAllotment(tx: Pick<Db, 'query'>, { used, days, cutShort }: Written): Promise<void> {
  await tx.query(writeStatement, [
    [...used.keys()],
    [...used.values()],
    cutShort.map(({ record }) => record.brokerId),
    cutShort.map(({ record }) => record.recordId),
    cutShort.map(({ counted }) => counted),
    days.map(({ accountId }) => accountId),
    days.map(({ componentId }) => componentId),
    days.map(({ day }) => day),
    days.map(({ type }) => type),
    days.map(({ amount }) => amount),
    days.map(({ overage }) => overage),
  ]);
}
