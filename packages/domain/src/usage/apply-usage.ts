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
  /** Those of their lines, at least. */
  readonly accounts: readonly Account[];
  readonly now: Date;
}

/**
 * Takes records that were not counted before from the balances of their lines, the oldest first, and answers how much of each of
 * those that found too little was taken.
 */
export async function applyUsage(tx: Db, { caller, newRecords, accounts: allAccounts, now }: UsageToApply): Promise<ReadonlyMap<ValidRecord, bigint>> {
  const records = newRecords.toSorted(compareByTime);
  const [oldest] = records;
  if (!oldest) return new Map();
  const lineIds = new Set(records.map(({ lineId }) => lineId));
  const accounts = allAccounts.filter(({ lineId }) => lineIds.has(lineId));
  await lockAccounts(tx, [...lineIds]);
  // Read behind the lock, by a statement of its own: what others had taken is seen.
  const types = [...new Set(records.map(({ type }) => type))];
  const credits = await readCredits(tx, { accountIds: accounts.map(({ id }) => id), types, since: oldest.usedAt < now ? oldest.usedAt : now });
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
