import { eachInPieces } from '@linework/batching/each-in-pieces';
import { mostAheadMinutes, mostLateDays, type RefusedRecord, type UsageRecord } from '@linework/schemas/usage/usage-record';
import { type Account, isWithin } from './account.ts';

/** A record whose line is known. */
export interface FitRecord extends UsageRecord {
  readonly brokerId: string;
}

export interface SortedOut {
  readonly fit: readonly FitRecord[];
  readonly refused: readonly RefusedRecord[];
}

export interface Known {
  /** Whose each line is. */
  readonly brokers: ReadonlyMap<string, string>;
  readonly accounts: readonly Account[];
  readonly now: Date;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Parts the records that may be counted from those that cannot be, whatever the balances are. */
export async function sortOutRecords(records: readonly UsageRecord[], known: Known): Promise<SortedOut> {
  const fit: FitRecord[] = [];
  const refused: RefusedRecord[] = [];
  const accountsOf = Map.groupBy(known.accounts, ({ lineId }) => lineId);
  await eachInPieces(records, (record) => {
    const brokerId = known.brokers.get(record.lineId);
    const refusal = brokerId === undefined ? unknownLine : refusalOf(record, accountsOf.get(record.lineId) ?? [], known.now);
    if (refusal) refused.push({ recordId: record.recordId, ...refusal });
    else fit.push({ ...record, brokerId: brokerId as string });
  });
  return { fit, refused };
}

type Refusal = Omit<RefusedRecord, 'recordId'>;

const unknownLine: Refusal = { code: 'unknown-line', detail: 'There is no such line.' };

function refusalOf({ type, usedAt, productId }: UsageRecord, accounts: readonly Account[], now: Date): Refusal | undefined {
  if (usedAt.getTime() > now.getTime() + mostAheadMinutes * minuteMs) return { code: 'in-the-future', detail: 'It was used later than now.' };
  if (usedAt.getTime() < now.getTime() - mostLateDays * dayMs) return { code: 'too-old', detail: `It was used more than ${mostLateDays} days ago.` };
  const wanted = accounts.filter((account) => productId === undefined || account.productId === productId);
  const served = wanted.some(({ components, usable }) => isWithin(usable, usedAt) && components.some((component) => component.type === type));
  return served ? undefined : { code: 'no-product', detail: `The line had no${productId === undefined ? '' : ' such'} product with ${type} then.` };
}
