import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Account } from './account.ts';
import { allot } from './allot.ts';
import { marksPassed } from './marks-passed.ts';
import { lockAccounts, readCredits } from './read-accounts.ts';
import type { FitRecord } from './sort-out-records.ts';
import { tellMarks } from './tell-marks.ts';
import { writeAllotment } from './write-allotment.ts';

export interface ToCount {
  readonly caller: Caller;
  readonly fresh: readonly FitRecord[];
  /** Those of their lines, at least. */
  readonly accounts: readonly Account[];
  readonly now: Date;
}

/**
 * Takes records that were not counted before from the balances of their lines, the oldest first, and answers how much of each of
 * those that found too little was taken.
 */
export async function countFresh(tx: Db, { caller, fresh, accounts: known, now }: ToCount): Promise<ReadonlyMap<FitRecord, bigint>> {
  const records = fresh.toSorted(byTime);
  const [oldest] = records;
  if (!oldest) return new Map();
  const lineIds = new Set(records.map(({ lineId }) => lineId));
  const accounts = known.filter(({ lineId }) => lineIds.has(lineId));
  await lockAccounts(tx, [...lineIds]);
  // Read behind the lock, by a statement of its own: what others had taken is seen.
  const types = [...new Set(records.map(({ type }) => type))];
  const credits = await readCredits(tx, { accountIds: accounts.map(({ id }) => id), types, since: oldest.usedAt < now ? oldest.usedAt : now });
  const { taken, used, days } = await allot({ records, accounts, credits, now });
  const cutShort = records.map((record, at) => ({ record, counted: taken[at] ?? 0n })).filter(({ record, counted }) => counted < BigInt(record.amount));
  await writeAllotment(tx, { used, days, cutShort });
  await tellMarks(tx, caller, marksPassed(credits, used, now), accounts);
  return new Map(cutShort.map(({ record, counted }) => [record, counted]));
}

function byTime(one: FitRecord, other: FitRecord): number {
  return one.usedAt.getTime() - other.usedAt.getTime() || (one.recordId < other.recordId ? -1 : 1);
}
