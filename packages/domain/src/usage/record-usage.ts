import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { RecordedUsage, UsageRecord } from '@linework/schemas/usage/usage-record';
import { brokersOfLines } from '../lines/brokers-of-lines.ts';
import { countFresh } from './count-fresh.ts';
import { keepRecords, keyOf } from './keep-records.ts';
import { openAccounts } from './open-accounts.ts';
import { outcomeOf } from './outcome-of-record.ts';
import { readAccounts } from './read-accounts.ts';
import { sortOutRecords } from './sort-out-records.ts';

const nowStatement = statement('now', 'SELECT now() AS now');

export interface UsageToRecord {
  readonly caller: Caller;
  readonly records: readonly UsageRecord[];
  /** Waits with each piece of a batch until it is the caller's turn; at once where it is left out. */
  readonly inTurn?: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** More hold up the event loop and one session for longer than others should wait. */
const pieceSize = 500;

/**
 * Counts what lines have used. Each record is counted once for its broker, however often it is sent, in however many batches at once;
 * those that cannot be counted are refused one by one. A long batch is counted in pieces, the oldest records first, each committed by itself
 * unless `db` is a transaction: if it fails in the middle, the same batch may be sent again.
 */
export async function recordUsage(db: Db, { caller, records, inTurn = (work) => work() }: UsageToRecord): Promise<RecordedUsage> {
  const oldestFirst = records.length > pieceSize ? records.toSorted(byTime) : records;
  const told: RecordedUsage = { accepted: 0, duplicates: 0, partlyCounted: [], refused: [] };
  for (let from = 0; from < oldestFirst.length; from += pieceSize) {
    add(told, await inTurn(() => recordPiece(db, { caller, records: oldestFirst.slice(from, from + pieceSize) })));
  }
  return told;
}

const byTime = (one: UsageRecord, other: UsageRecord) => one.usedAt.getTime() - other.usedAt.getTime();

function add(told: RecordedUsage, { accepted, duplicates, partlyCounted, refused }: RecordedUsage): void {
  told.accepted += accepted;
  told.duplicates += duplicates;
  told.partlyCounted.push(...partlyCounted);
  told.refused.push(...refused);
}

/**
 * Locks are taken in one order, records before accounts before lines, each by their keys, so that pieces which overlap wait and never stop
 * each other.
 */
async function recordPiece(db: Db, { caller, records }: Pick<UsageToRecord, 'caller' | 'records'>): Promise<RecordedUsage> {
  const brokers = await brokersOfLines(db, caller, [...new Set(records.map(({ lineId }) => lineId))]);
  const lineIds = [...brokers.keys()];
  await openAccounts(db, lineIds);
  return db.transaction(async (tx) => {
    const now = await readNow(tx);
    const accounts = await readAccounts(tx, lineIds);
    const { fit, refused } = await sortOutRecords(records, { brokers, accounts, now });
    // The first of its key stands for those that come again in the same batch.
    const firsts = [...new Map(fit.toReversed().map((record) => [keyOf(record), record])).values()];
    const { fresh, known } = await keepRecords(tx, firsts);
    const cutShort = await countFresh(tx, { caller, fresh, accounts, now });
    const first = new Map(firsts.map((record) => [keyOf(record), record]));
    const outcomes = fit.map((record) => outcomeOf(record, { first: first.get(keyOf(record)), known: known.get(keyOf(record)), cutShort }));
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
