import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Account } from './account.ts';
import { allot } from './allot.ts';
import { emitThresholdEvents } from './emit-threshold-events.ts';
import { findCrossedThresholds } from './find-crossed-thresholds.ts';
import { lockAccounts, readCredits } from './read-accounts.ts';
import type { ValidRecord } from './validate-records.ts';
import { writeAllotment } from './write-allotment.ts';

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
