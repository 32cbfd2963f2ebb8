import type { PartlyCountedRecord, RefusedRecord } from '@linework/schemas/usage/usage-record';
import type { StoredRecord } from './dedupe-records.ts';
import type { ValidRecord } from './validate-records.ts';

export interface RecordMatches {
  /** The first record of the batch with this key. */
  readonly firstByKey: ValidRecord | undefined;
  /** The record that was stored under this key before the batch. */
  readonly stored: StoredRecord | undefined;
  /** The counted amounts of records of this batch that were not fully covered. */
  readonly shortfalls: ReadonlyMap<ValidRecord, bigint>;
}

export type RecordOutcome =
  | 'accepted'
  | 'duplicate'
  | { readonly refused: RefusedRecord }
  | { readonly partlyCounted: PartlyCountedRecord };

/** The outcome of a record. It is the same however often and in whatever batches the record is sent. */
export function resolveRecordOutcome(
  record: ValidRecord,
  { firstByKey, stored, shortfalls }: RecordMatches,
): RecordOutcome {
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
