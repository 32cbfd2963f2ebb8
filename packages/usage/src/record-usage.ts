import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { InvalidItem } from '@linework/http/request/each-alone';
import { findBrokersOfLines } from '@linework/lines/records/find-brokers-of-lines';
import type {
  PartlyCountedRecord,
  RecordedUsage,
  RefusedRecord,
  UsageRecord,
} from '@linework/schemas/usage/usage-record';
import { applyUsage } from './apply-usage.ts';
import { dedupeRecords, type StoredRecord, toRecordKey } from './dedupe-records.ts';
import { findLinesOfRecords, type RecordInBatch } from './find-lines-of-records.ts';
import { lockOtherDays } from './lock-other-days.ts';
import { openAccounts } from './open-accounts.ts';
import { readAccounts, readSpansOfCredits } from './read-accounts.ts';
import { type ValidRecord, validateRecords } from './validate-records.ts';

export interface UsageBatch {
  readonly caller: Caller;
  readonly records: readonly (UsageRecord | InvalidItem)[];
  /** Delays each chunk of a batch until the caller may write again. Without it, chunks are written at once. */
  readonly throttleWrite?: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** A larger chunk would block the event loop and one session for too long. */
const chunkSize = 500;

/**
 * Counts the usage of lines. Each record is counted once per broker, even if it is sent several times or in concurrent
 * batches. Records that cannot be counted are rejected one by one. A long batch is counted in chunks, the oldest
 * records first. Each chunk commits separately unless `db` is a transaction, so that a batch that failed can be sent
 * again.
 */
export async function recordUsage(
  db: Db,
  { caller, records, throttleWrite = (work) => work() }: UsageBatch,
): Promise<RecordedUsage> {
  const totals: RecordedUsage = { accepted: 0, duplicates: 0, partlyCounted: [], refused: [] };
  const valid: RecordInBatch[] = [];
  for (const [index, record] of records.entries()) {
    if (record instanceof InvalidItem) totals.refused.push(refuseInvalid(record, index));
    else valid.push({ ...record, index });
  }
  const oldestFirst = valid.length > chunkSize ? valid.toSorted(compareByTime) : valid;
  for (let from = 0; from < oldestFirst.length; from += chunkSize) {
    addToTotals(
      totals,
      await throttleWrite(() => recordChunk(db, { caller, records: oldestFirst.slice(from, from + chunkSize) })),
    );
  }
  return totals;
}

function refuseInvalid(item: InvalidItem, index: number): RefusedRecord {
  const { recordId } = Object(item.value) as { readonly recordId?: unknown };
  return {
    index,
    recordId: typeof recordId === 'string' ? recordId.toWellFormed() : '',
    code: 'invalid-record',
    detail: item.describe('The record'),
  };
}

const compareByTime = (one: UsageRecord, other: UsageRecord) => one.usedAt.getTime() - other.usedAt.getTime();

function addToTotals(totals: RecordedUsage, { accepted, duplicates, partlyCounted, refused }: RecordedUsage): void {
  totals.accepted += accepted;
  totals.duplicates += duplicates;
  totals.partlyCounted.push(...partlyCounted);
  totals.refused.push(...refused);
}

/**
 * Locks are taken in one order, days of brokers before records before accounts before lines, each sorted by key, so
 * that overlapping chunks cannot deadlock.
 */
async function recordChunk(
  db: Db,
  { caller, records: sent }: { readonly caller: Caller; readonly records: readonly RecordInBatch[] },
): Promise<RecordedUsage> {
  const { records, refused: refusedNumbers } = await findLinesOfRecords(db, caller, sent);
  const brokers = await findBrokersOfLines(db, caller, [...new Set(records.map(({ lineId }) => lineId))]);
  const lineIds = [...brokers.keys()];
  await openAccounts(db, lineIds);
  return db.transaction(async (tx) => {
    const now = await lockOtherDays(
      tx,
      records.map(({ lineId, usedAt }) => ({ brokerId: brokers.get(lineId), usedAt })),
    );
    const accounts = await readAccounts(tx, lineIds);
    const { valid, refused } = await validateRecords(records, {
      brokers,
      accounts,
      readSpansOfCredits: (accountIds) => readSpansOfCredits(tx, accountIds),
      now,
    });
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
        ...refusedNumbers,
        ...refused,
        ...outcomes.flatMap((outcome) =>
          typeof outcome === 'object' && 'refused' in outcome ? [outcome.refused] : [],
        ),
      ],
    };
  });
}

interface RecordMatches {
  /** The first record of the batch with this key. */
  readonly firstByKey: ValidRecord | undefined;
  /** The record that was stored under this key before the batch. */
  readonly stored: StoredRecord | undefined;
  /** The counted amounts of records of this batch that were not fully covered. */
  readonly shortfalls: ReadonlyMap<ValidRecord, bigint>;
}

type RecordOutcome =
  | 'accepted'
  | 'duplicate'
  | { readonly refused: RefusedRecord }
  | { readonly partlyCounted: PartlyCountedRecord };

/** The outcome of a record. It is the same however often and in whatever batches the record is sent. */
function resolveRecordOutcome(record: ValidRecord, { firstByKey, stored, shortfalls }: RecordMatches): RecordOutcome {
  const { index, recordId } = record;
  if (stored ? !hasSameValues(record, stored) : firstByKey && !hasSameValues(record, toComparable(firstByKey))) {
    return {
      refused: {
        index,
        recordId,
        code: 'record-id-reused',
        detail: 'The `recordId` was sent before with other values.',
      },
    };
  }
  const counted = stored ? Number(stored.counted) : Number((firstByKey && shortfalls.get(firstByKey)) ?? record.amount);
  if (counted === 0 && record.amount > 0)
    return { refused: { index, recordId, code: 'no-balance', detail: 'The balance is used up.' } };
  if (counted < record.amount)
    return { partlyCounted: { index, recordId, countedAmount: counted, uncountedAmount: record.amount - counted } };
  return stored || record !== firstByKey ? 'duplicate' : 'accepted';
}

type ComparableRecord = Pick<StoredRecord, 'lineId' | 'type' | 'productId' | 'amount' | 'usedAt'>;

function toComparable({ lineId, type, productId, amount, usedAt }: ValidRecord): ComparableRecord {
  return { lineId, type, productId: productId ?? null, amount: String(amount), usedAt };
}

function hasSameValues(record: ValidRecord, stored: ComparableRecord): boolean {
  const { lineId, type, productId, amount, usedAt } = toComparable(record);
  const isEqual =
    lineId === stored.lineId && type === stored.type && productId === stored.productId && amount === stored.amount;
  return isEqual && usedAt.getTime() === stored.usedAt.getTime();
}
