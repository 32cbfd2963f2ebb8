import type { PartlyCountedRecord, RefusedRecord } from '@linework/schemas/usage/usage-record';
import type { KeptRecord } from './keep-records.ts';
import type { FitRecord } from './sort-out-records.ts';

export interface Found {
  /** The first record of the batch with this key. */
  readonly first: FitRecord | undefined;
  /** What was kept under this key before the batch. */
  readonly known: KeptRecord | undefined;
  /** How much was taken of records that were counted with this batch, and not to the end. */
  readonly cutShort: ReadonlyMap<FitRecord, bigint>;
}

export type Outcome = 'accepted' | 'duplicate' | { readonly refused: RefusedRecord } | { readonly partlyCounted: PartlyCountedRecord };

/** What became of a record: the same, however often and in whatever batches it is sent. */
export function outcomeOf(record: FitRecord, { first, known, cutShort }: Found): Outcome {
  const { recordId } = record;
  if (known ? !isSame(record, known) : first && !isSame(record, asKept(first))) {
    return { refused: { recordId, code: 'record-id-reused', detail: 'This id was sent before, with other values.' } };
  }
  const counted = known ? Number(known.counted) : Number((first && cutShort.get(first)) ?? record.amount);
  if (counted === 0) return { refused: { recordId, code: 'no-balance', detail: 'Nothing was left of the balance.' } };
  if (counted < record.amount) return { partlyCounted: { recordId, countedAmount: counted, uncountedAmount: record.amount - counted } };
  return known || record !== first ? 'duplicate' : 'accepted';
}

type Compared = Pick<KeptRecord, 'lineId' | 'type' | 'productId' | 'amount' | 'usedAt'>;

function asKept({ lineId, type, productId, amount, usedAt }: FitRecord): Compared {
  return { lineId, type, productId: productId ?? null, amount: String(amount), usedAt };
}

function isSame(record: FitRecord, kept: Compared): boolean {
  const { lineId, type, productId, amount, usedAt } = asKept(record);
  const alike = lineId === kept.lineId && type === kept.type && productId === kept.productId && amount === kept.amount;
  return alike && usedAt.getTime() === kept.usedAt.getTime();
}
