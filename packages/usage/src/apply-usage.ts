import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvents } from '@linework/events/insert-event';
import { lockLines } from '@linework/lines/records/lock-lines';
import type { Account } from './account.ts';
import { allot, type DayUsage } from './allot.ts';
import { type CrossedThreshold, findCrossedThresholds } from './find-crossed-thresholds.ts';
import { lockAccounts, readCredits } from './read-accounts.ts';
import type { ValidRecord } from './validate-records.ts';

/** The accounts are locked, so that no other transaction writes these rows. */
const writeStatement = statement(
  'write-usage',
  {
    creditIds: 'uuid[]',
    used: 'bigint[]',
    shortBrokerIds: 'uuid[]',
    shortRecordIds: 'text[]',
    shortTimes: 'timestamptz[]',
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
    FROM unnest(:shortBrokerIds, :shortRecordIds, :shortTimes, :counted) AS n(broker_id, record_id, used_at, counted)
    WHERE r.broker_id = n.broker_id AND r.record_id = n.record_id
      AND r.day = (n.used_at AT TIME ZONE 'UTC')::date
  )
  INSERT INTO usage_day (account_id, component_id, day, type, amount, overage)
  SELECT *
  FROM unnest(:accountIds, :componentIds, :days, :types, :amounts, :overages)
  ON CONFLICT (account_id, component_id, day) DO UPDATE
    SET amount = usage_day.amount + excluded.amount, overage = usage_day.overage + excluded.overage`,
);

interface AllotmentToWrite {
  readonly used: ReadonlyMap<string, bigint>;
  readonly days: readonly DayUsage[];
  /** Records that were not fully counted. */
  readonly shortfalls: readonly { readonly record: ValidRecord; readonly counted: bigint }[];
}

/** Stores the used amounts of credits, the usage per day and the counted amounts of records. */
async function writeAllotment(tx: Pick<Db, 'query'>, { used, days, shortfalls }: AllotmentToWrite): Promise<void> {
  await tx.query(writeStatement, {
    creditIds: [...used.keys()],
    used: [...used.values()],
    shortBrokerIds: shortfalls.map(({ record }) => record.brokerId),
    shortRecordIds: shortfalls.map(({ record }) => record.recordId),
    shortTimes: shortfalls.map(({ record }) => record.usedAt),
    counted: shortfalls.map(({ counted }) => counted),
    accountIds: days.map(({ accountId }) => accountId),
    componentIds: days.map(({ componentId }) => componentId),
    days: days.map(({ day }) => day),
    types: days.map(({ type }) => type),
    amounts: days.map(({ amount }) => amount),
    overages: days.map(({ overage }) => overage),
  });
}

const emitStatement = statement(
  'emit-threshold-events',
  { events: 'jsonb', keyId: 'uuid' },
  `${insertEvents('line', { type: 'event', broker: '"brokerId"', id: '"lineId"', key: ':keyId', details: 'details' })}
FROM jsonb_to_recordset(:events) AS m("brokerId" uuid, event text, "lineId" uuid, details jsonb)`,
);

/** Inserts an event of the line for each threshold that one of its components has crossed. */
async function emitThresholdEvents(
  tx: Pick<Db, 'query'>,
  caller: Caller,
  crossed: readonly CrossedThreshold[],
  accounts: readonly Account[],
): Promise<void> {
  if (crossed.length === 0) return;
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const events = crossed.flatMap(({ accountId, componentId, type, percent, event }) => {
    const account = byId.get(accountId);
    return account
      ? [
          {
            brokerId: account.brokerId,
            lineId: account.lineId,
            event,
            details: { productId: account.productId, componentId, type, percent },
          },
        ]
      : [];
  });
  await lockLines(tx, [...new Set(events.map(({ lineId }) => lineId))]);
  await tx.query(emitStatement, { events, keyId: caller.keyId });
}

export interface UsageToApply {
  readonly caller: Caller;
  readonly newRecords: readonly ValidRecord[];
  /** The accounts of at least their lines. */
  readonly accounts: readonly Account[];
  readonly now: Date;
}

/**
 * Charges new records to the balances of their lines, the oldest first. Returns the counted amount of each record that
 * was not fully covered.
 */
export async function applyUsage(
  tx: Db,
  { caller, newRecords, accounts: allAccounts, now }: UsageToApply,
): Promise<ReadonlyMap<ValidRecord, bigint>> {
  const records = newRecords.toSorted(compareByTime);
  const [oldest] = records;
  if (!oldest) return new Map();
  const lineIds = new Set(records.map(({ lineId }) => lineId));
  const accounts = allAccounts.filter(({ lineId }) => lineIds.has(lineId));
  await lockAccounts(tx, [...lineIds]);
  // Read after the lock in a separate statement, so that it sees what other transactions committed.
  const types = [...new Set(records.map(({ type }) => type))];
  const credits = await readCredits(tx, {
    accountIds: accounts.map(({ id }) => id),
    types,
    since: oldest.usedAt < now ? oldest.usedAt : now,
  });
  const { allotted, used, days } = await allot({ records, accounts, credits, now });
  const shortfalls = records
    .map((record, index) => ({ record, counted: allotted[index] ?? 0n }))
    .filter(({ record, counted }) => counted < BigInt(record.amount));
  await writeAllotment(tx, { used, days, shortfalls });
  await emitThresholdEvents(tx, caller, findCrossedThresholds(credits, used, now), accounts);
  return new Map(shortfalls.map(({ record, counted }) => [record, counted]));
}

function compareByTime(one: ValidRecord, other: ValidRecord): number {
  return one.usedAt.getTime() - other.usedAt.getTime() || (one.recordId < other.recordId ? -1 : 1);
}
