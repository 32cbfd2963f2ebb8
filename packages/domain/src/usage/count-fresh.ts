import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { allot } from './allot.ts';
import { marksPassed } from './marks-passed.ts';
import { lockAccounts, readAccounts, readCredits } from './read-accounts.ts';
import type { FitRecord } from './sort-out-records.ts';
import { tellMarks } from './tell-marks.ts';
import { writeAllotment } from './write-allotment.ts';

/**
 * Takes records that were not counted before from the balances of their lines, the oldest first, and answers how much of each of
 * those that found too little was taken.
 */
export async function countFresh(tx: Db, caller: Caller, fresh: readonly FitRecord[], now: Date): Promise<ReadonlyMap<FitRecord, bigint>> {
  const records = fresh.toSorted(byTime);
  const [oldest] = records;
  if (!oldest) return new Map();
  const lineIds = [...new Set(records.map(({ lineId }) => lineId))];
  await lockAccounts(tx, lineIds);
  // Read behind the lock, by a statement of its own: what others had taken is seen.
  const accounts = await readAccounts(tx, lineIds);
  const ids = accounts.map(({ id }) => id);
  const credits = await readCredits(tx, ids, oldest.usedAt < now ? oldest.usedAt : now);
  const { taken, used, days } = allot({ records, accounts, credits, now });
  const cutShort = records.map((record, at) => ({ record, counted: taken[at] ?? 0n })).filter(({ record, counted }) => counted < BigInt(record.amount));
  await writeAllotment(tx, { used, days, cutShort });
  await tellMarks(tx, caller, marksPassed(credits, used, now), accounts);
  return new Map(cutShort.map(({ record, counted }) => [record, counted]));
}

function byTime(one: FitRecord, other: FitRecord): number {
  return one.usedAt.getTime() - other.usedAt.getTime() || (one.recordId < other.recordId ? -1 : 1);
}
