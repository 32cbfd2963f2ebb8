import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { ValidRecord } from './validate-records.ts';

/** Sorted by key, so that two batches with the same records cannot deadlock. */
const insertStatement = statement(
  'insert-usage-records',
  {
    brokerIds: 'uuid[]',
    recordIds: 'text[]',
    lineIds: 'uuid[]',
    types: 'text[]',
    productIds: 'uuid?[]',
    amounts: 'bigint[]',
    times: 'timestamptz[]',
  },
  `INSERT INTO usage_record (broker_id, record_id, line_id, type, product_id, amount, counted, used_at)
   SELECT broker_id, record_id, line_id, type, product_id, amount, amount, used_at
   FROM unnest(:brokerIds, :recordIds, :lineIds, :types, :productIds, :amounts, :times)
     AS r(broker_id, record_id, line_id, type, product_id, amount, used_at)
   ORDER BY broker_id, record_id
   ON CONFLICT (broker_id, record_id) DO NOTHING
   RETURNING broker_id AS "brokerId", record_id AS "recordId"`,
);

const findStatement = statement(
  'find-usage-records',
  { brokerIds: 'uuid[]', recordIds: 'text[]' },
  `SELECT k.broker_id AS "brokerId", k.record_id AS "recordId", k.line_id AS "lineId", k.type,
     k.product_id AS "productId",
     k.amount::text, k.counted::text, k.used_at AS "usedAt"
   FROM unnest(:brokerIds, :recordIds) AS r(broker_id, record_id)
   JOIN usage_record k ON k.broker_id = r.broker_id AND k.record_id = r.record_id`,
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
  const inserted = await tx.query(insertStatement, {
    brokerIds: records.map(({ brokerId }) => brokerId),
    recordIds: records.map(({ recordId }) => recordId),
    lineIds: records.map(({ lineId }) => lineId),
    types: records.map(({ type }) => type),
    productIds: records.map(({ productId }) => productId ?? null),
    amounts: records.map(({ amount }) => amount),
    times: records.map(({ usedAt }) => usedAt),
  });
  const insertedKeys = new Set(inserted.map(toRecordKey));
  const repeated = records.filter((record) => !insertedKeys.has(toRecordKey(record)));
  const found =
    repeated.length === 0
      ? []
      : await tx.query(findStatement, {
          brokerIds: repeated.map(({ brokerId }) => brokerId),
          recordIds: repeated.map(({ recordId }) => recordId),
        });
  return {
    newRecords: records.filter((record) => insertedKeys.has(toRecordKey(record))),
    storedByKey: new Map(found.map((record) => [toRecordKey(record), record])),
  };
}
