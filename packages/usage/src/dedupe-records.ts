import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { ValidRecord } from './validate-records.ts';

/** The partition of a record. */
const dayOfUse = "(r.used_at AT TIME ZONE 'UTC')::date";

const insertValues = {
  brokerIds: 'uuid[]',
  recordIds: 'text[]',
  lineIds: 'uuid[]',
  types: 'text[]',
  productIds: 'uuid?[]',
  amounts: 'bigint[]',
  times: 'timestamptz[]',
} as const;

/**
 * Sorted by key, so that two batches with the same records cannot deadlock. The key of the table has the day, so that a
 * day can be dropped: the days beside it are searched too, for a time that was corrected. `OFFSET 0` keeps this a look
 * into two small indexes for each record; a join may read whole partitions.
 */
const insertText = (day: string) => `INSERT INTO usage_record
     (broker_id, record_id, line_id, type, product_id, amount, counted, used_at, day)
   SELECT broker_id, record_id, line_id, type, product_id, amount, amount, used_at, ${dayOfUse}
   FROM unnest(:brokerIds, :recordIds, :lineIds, :types, :productIds, :amounts, :times)
     AS r(broker_id, record_id, line_id, type, product_id, amount, used_at)
   WHERE NOT EXISTS (
     SELECT
     FROM usage_record k
     WHERE k.broker_id = r.broker_id AND k.record_id = r.record_id AND k.day IN (${day} - 1, ${day} + 1)
     OFFSET 0)
   ORDER BY broker_id, record_id
   ON CONFLICT (broker_id, record_id, day) DO NOTHING
   RETURNING broker_id AS "brokerId", record_id AS "recordId"`;

/** PostgreSQL finds the partitions of the days once for each record. */
const insertStatement = statement('insert-usage-records', insertValues, insertText(dayOfUse));

/** For records of one day, which most batches have: it finds the partitions once, which saves a tenth of its time. */
const insertOfDayStatement = statement(
  'insert-usage-records-of-day',
  { ...insertValues, day: 'date' },
  insertText(':day'),
);

const findStatement = statement(
  'find-usage-records',
  { brokerIds: 'uuid[]', recordIds: 'text[]', times: 'timestamptz[]' },
  `SELECT k.broker_id AS "brokerId", k.record_id AS "recordId", k.line_id AS "lineId", k.type,
     k.product_id AS "productId",
     k.amount::text, k.counted::text, k.used_at AS "usedAt"
   FROM unnest(:brokerIds, :recordIds, :times) AS r(broker_id, record_id, used_at)
   JOIN usage_record k ON k.broker_id = r.broker_id AND k.record_id = r.record_id
     AND k.day BETWEEN ${dayOfUse} - 1 AND ${dayOfUse} + 1`,
);

/** A record as it was stored when it was first sent. */
export interface StoredRecord {
  readonly brokerId: string;
  readonly recordId: string;
  readonly lineId: string;
  readonly type: string;
  readonly productId: string | null;
  readonly amount: string;
  readonly counted: string;
  readonly usedAt: Date;
}

export interface DedupedRecords {
  /** Records that were not sent before. */
  readonly newRecords: readonly ValidRecord[];
  /** Records that were sent before, with their stored values. */
  readonly storedByKey: ReadonlyMap<string, StoredRecord>;
}

/** The unique key of a record. */
export const toRecordKey = ({ brokerId, recordId }: Pick<ValidRecord, 'brokerId' | 'recordId'>) =>
  `${brokerId} ${recordId}`;

/** Inserts records with distinct keys. Separates new records from those that are already stored. */
export async function dedupeRecords(tx: Pick<Db, 'query'>, records: readonly ValidRecord[]): Promise<DedupedRecords> {
  const inserted = await insertNew(tx, records);
  const insertedKeys = new Set(inserted.map(toRecordKey));
  const repeated = records.filter((record) => !insertedKeys.has(toRecordKey(record)));
  const found =
    repeated.length === 0
      ? []
      : await tx.query(findStatement, {
          brokerIds: repeated.map(({ brokerId }) => brokerId),
          recordIds: repeated.map(({ recordId }) => recordId),
          times: repeated.map(({ usedAt }) => usedAt),
        });
  return {
    newRecords: records.filter((record) => insertedKeys.has(toRecordKey(record))),
    storedByKey: new Map(found.map((record) => [toRecordKey(record), record])),
  };
}

/** Returns the keys of the records that were not stored before. */
async function insertNew(tx: Pick<Db, 'query'>, records: readonly ValidRecord[]) {
  const values = {
    brokerIds: records.map(({ brokerId }) => brokerId),
    recordIds: records.map(({ recordId }) => recordId),
    lineIds: records.map(({ lineId }) => lineId),
    types: records.map(({ type }) => type),
    productIds: records.map(({ productId }) => productId ?? null),
    amounts: records.map(({ amount }) => amount),
    times: records.map(({ usedAt }) => usedAt),
  };
  const [day, ...otherDays] = new Set(records.map(({ usedAt }) => usedAt.toISOString().slice(0, 10)));
  return day !== undefined && otherDays.length === 0
    ? await tx.query(insertOfDayStatement, { ...values, day })
    : await tx.query(insertStatement, values);
}
