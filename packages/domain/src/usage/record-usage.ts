import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { RecordedUsage, UsageRecord } from '@linework/schemas/usage/usage-record';
import { findBrokersOfLines } from '../lines/find-brokers-of-lines.ts';
import { applyUsage } from './apply-usage.ts';
import { dedupeRecords, toRecordKey } from './dedupe-records.ts';
import { openAccounts } from './open-accounts.ts';
import { readAccounts } from './read-accounts.ts';
import { resolveRecordOutcome } from './resolve-record-outcome.ts';
import { validateRecords } from './validate-records.ts';

const nowStatement = statement('now', 'SELECT now() AS now');

export interface UsageBatch {
  readonly caller: Caller;
  readonly records: readonly UsageRecord[];
  /** Waits with each piece of a batch until it is the caller's turn; at once where it is left out. */
  readonly throttleWrite?: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** More hold up the event loop and one session for longer than others should wait. */
const chunkSize = 500;

/**
 * Counts what lines have used. Each record is counted once for its broker, however often it is sent, in however many batches at once;
 * those that cannot be counted are refused one by one. A long batch is counted in pieces, the oldest records first, each committed by itself
 * unless `db` is a transaction: if it fails in the middle, the same batch may be sent again.
 */
export async function recordUsage(db: Db, { caller, records, throttleWrite = (work) => work() }: UsageBatch): Promise<RecordedUsage> {
  const oldestFirst = records.length > chunkSize ? records.toSorted(compareByTime) : records;
  const totals: RecordedUsage = { accepted: 0, duplicates: 0, partlyCounted: [], refused: [] };
  for (let from = 0; from < oldestFirst.length; from += chunkSize) {
    addToTotals(totals, await throttleWrite(() => recordChunk(db, { caller, records: oldestFirst.slice(from, from + chunkSize) })));
  }
  return totals;
}

const compareByTime = (one: UsageRecord, other: UsageRecord) => one.usedAt.getTime() - other.usedAt.getTime();

function addToTotals(totals: RecordedUsage, { accepted, duplicates, partlyCounted, refused }: RecordedUsage): void {
  totals.accepted += accepted;
  totals.duplicates += duplicates;
  totals.partlyCounted.push(...partlyCounted);
  totals.refused.push(...refused);
}

/**
 * Locks are taken in one order, records before accounts before lines, each by their keys, so that pieces which overlap wait and never stop
 * each other.
 */
async function recordChunk(db: Db, { caller, records }: Pick<UsageBatch, 'caller' | 'records'>): Promise<RecordedUsage> {
  const brokers = await findBrokersOfLines(db, caller, [...new Set(records.map(({ lineId }) => lineId))]);
  const lineIds = [...brokers.keys()];
  await openAccounts(db, lineIds);
  return db.transaction(async (tx) => {
    const now = await readNow(tx);
    const accounts = await readAccounts(tx, lineIds);
    const { valid, refused } = await validateRecords(records, { brokers, accounts, now });
    // The first of its key stands for those that come again in the same batch.
    const uniqueRecords = [...new Map(valid.toReversed().map((record) => [toRecordKey(record), record])).values()];
    const { newRecords, storedByKey } = await dedupeRecords(tx, uniqueRecords);
    const shortfalls = await applyUsage(tx, { caller, newRecords, accounts, now });
    const firstByKey = new Map(uniqueRecords.map((record) => [toRecordKey(record), record]));
    const outcomes = valid.map((record) =>
      resolveRecordOutcome(record, { firstByKey: firstByKey.get(toRecordKey(record)), stored: storedByKey.get(toRecordKey(record)), shortfalls }),
    );
    return {
      accepted: outcomes.filter((outcome) => outcome === 'accepted').length,
      duplicates: outcomes.filter((outcome) => outcome === 'duplicate').length,
      partlyCounted: outcomes.flatMap((outcome) => (typeof outcome === 'object' && 'partlyCounted' in outcome ? [outcome.partlyCounted] : [])),
      refused: [...refused, ...outcomes.flatMap((outcome) => (typeof outcome === 'object' && 'refused' in outcome ? [outcome.refused] : []))],
    };
  });
}

async function readNow(tx: Db): Promise<Date> {
  const [row] = await tx.query<{ readonly now: Date }>(nowStatement, []);
  return row?.now ?? new Date(Number.NaN);
}
