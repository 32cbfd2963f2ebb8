import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { DayUsage } from './allot.ts';
import type { ValidRecord } from './validate-records.ts';

/** The accounts are locked, so that no other transaction writes these rows. */
const writeStatement = statement(
  'write-usage',
  {
    creditIds: 'uuid[]',
    used: 'bigint[]',
    shortBrokerIds: 'uuid[]',
    shortRecordIds: 'text[]',
    counted: 'bigint[]',
    accountIds: 'uuid[]',
    componentIds: 'uuid[]',
    days: 'date[]',
    types: 'text[]',
    amounts: 'bigint[]',
    overages: 'bigint[]',
  },
  `WITH spent AS (
    UPDATE usage_credit c
    SET used = n.used, updated_at = now()
    FROM unnest(:creditIds, :used) AS n(id, used)
    WHERE c.id = n.id
  ), shortfalls AS (
    UPDATE usage_record r
    SET counted = n.counted
    FROM unnest(:shortBrokerIds, :shortRecordIds, :counted) AS n(broker_id, record_id, counted)
    WHERE r.broker_id = n.broker_id AND r.record_id = n.record_id
  )
  INSERT INTO usage_day (account_id, component_id, day, type, amount, overage)
  SELECT *
  FROM unnest(:accountIds, :componentIds, :days, :types, :amounts, :overages)
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
  await tx.query(writeStatement, {
    creditIds: [...used.keys()],
    used: [...used.values()],
    shortBrokerIds: shortfalls.map(({ record }) => record.brokerId),
    shortRecordIds: shortfalls.map(({ record }) => record.recordId),
    counted: shortfalls.map(({ counted }) => counted),
    accountIds: days.map(({ accountId }) => accountId),
    componentIds: days.map(({ componentId }) => componentId),
    days: days.map(({ day }) => day),
    types: days.map(({ type }) => type),
    amounts: days.map(({ amount }) => amount),
    overages: days.map(({ overage }) => overage),
  });
}
