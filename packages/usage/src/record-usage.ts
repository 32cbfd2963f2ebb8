import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { findBrokersOfLines } from '@linework/lines/records/find-brokers-of-lines';
import type { RecordedUsage, UsageRecord } from '@linework/schemas/usage/usage-record';
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
  /** Delays each chunk of a batch until the caller may write again. Without it, chunks are written at once. */
  readonly throttleWrite?: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** A larger chunk would block the event loop and one session for too long. */
const chunkSize = 500;

/**
 * Counts the usage of lines. Each record is counted once per broker, even if it is sent several times or in concurrent batches. Records
 * that cannot be counted are rejected one by one. A long batch is counted in chunks, the oldest records first. Each chunk commits
 * separately unless `db` is a transaction, so that a batch that failed can be sent again.
 */
export async function recordUsage(
  db: Db,
  { caller, records, throttleWrite = (work) => work() }: UsageBatch,
): Promise<RecordedUsage> {
  const oldestFirst = records.length > chunkSize ? records.toSorted(compareByTime) : records;
  const totals: RecordedUsage = { accepted: 0, duplicates: 0, partlyCounted: [], refused: [] };
  for (let from = 0; from < oldestFirst.length; from += chunkSize) {
    addToTotals(
      totals,
      await throttleWrite(() => recordChunk(db, { caller, records: oldestFirst.slice(from, from + chunkSize) })),
    );
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

/** Locks are taken in one order, records before accounts before lines, each sorted by key, so that overlapping chunks cannot deadlock. */
async function recordChunk(
  db: Db,
  { caller, records }: Pick<UsageBatch, 'caller' | 'records'>,
): Promise<RecordedUsage> {
  const brokers = await findBrokersOfLines(db, caller, [...new Set(records.map(({ lineId }) => lineId))]);
  const lineIds = [...brokers.keys()];
  await openAccounts(db, lineIds);
  return db.transaction(async (tx) => {
    const now = await readNow(tx);
    const accounts = await readAccounts(tx, lineIds);
    const { valid, refused } = await validateRecords(records, { brokers, accounts, now });
    // Of records with the same key in a batch, only the first is counted.
    const uniqueRecords = [...new Map(valid.toReversed().map((record) => [toRecordKey(record), record])).values()];
    const { newRecords, storedByKey } = await dedupeRecords(tx, uniqueRecords);
    const shortfalls = await applyUsage(tx, { caller, newRecords, accounts, now });
    const firstByKey = new Map(uniqueRecords.map((record) => [toRecordKey(record), record]));
    const outcomes = valid.map((record) =>
      resolveRecordOutcome(record, {
        firstByKey: firstByKey.get(toRecordKey(record)),
        stored: storedByKey.get(toRecordKey(record)),
        shortfalls,
      }),
    );
    return {
      accepted: outcomes.filter((outcome) => outcome === 'accepted').length,
      duplicates: outcomes.filter((outcome) => outcome === 'duplicate').length,
      partlyCounted: outcomes.flatMap((outcome) =>
        typeof outcome === 'object' && 'partlyCounted' in outcome ? [outcome.partlyCounted] : [],
      ),
      refused: [
        ...refused,
        ...outcomes.flatMap((outcome) =>
          typeof outcome === 'object' && 'refused' in outcome ? [outcome.refused] : [],
        ),
      ],
    };
  });
}

async function readNow(tx: Db): Promise<Date> {
  const [row] = await tx.query(nowStatement);
  return row?.now ?? new Date(Number.NaN);
}
