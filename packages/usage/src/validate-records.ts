import { forEachInChunks } from '@linework/batching/for-each-in-chunks';
import {
  aheadLimitMinutes,
  type LineUsage,
  lateLimitDays,
  type RefusedRecord,
} from '@linework/schemas/usage/usage-record';
import { type Account, isInAnySpan, type Span } from './account.ts';

/** A record with its place in the request. */
export type SentUsage = LineUsage & { readonly index: number };

/** A record of an existing line. */
export type ValidRecord = SentUsage & {
  readonly brokerId: string;
};

export interface ValidatedRecords {
  readonly valid: readonly ValidRecord[];
  readonly refused: readonly RefusedRecord[];
}

export interface ValidationContext {
  /** The broker of each line. */
  readonly brokers: ReadonlyMap<string, string>;
  readonly accounts: readonly Account[];
  /**
   * Reads the periods of the credits of accounts, which may last longer than the line has the product. It is called
   * only for accounts without the product at the time of a record, which is rare.
   */
  readonly readSpansOfCredits: (accountIds: readonly string[]) => Promise<ReadonlyMap<string, readonly Span[]>>;
  readonly now: Date;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Separates valid records from those that cannot be counted, whatever the balances are. */
export async function validateRecords(
  records: readonly SentUsage[],
  context: ValidationContext,
): Promise<ValidatedRecords> {
  const valid: ValidRecord[] = [];
  const refused: RefusedRecord[] = [];
  const accountsByLine = Map.groupBy(context.accounts, ({ lineId }) => lineId);
  const outside = records.flatMap(({ lineId, usedAt }) =>
    (accountsByLine.get(lineId) ?? []).filter(({ held }) => !isInAnySpan(held, usedAt)).map(({ id }) => id),
  );
  const spansOfCredits = outside.length === 0 ? noSpans : await context.readSpansOfCredits([...new Set(outside)]);
  await forEachInChunks(records, (record) => {
    const brokerId = context.brokers.get(record.lineId);
    const rejection =
      brokerId === undefined
        ? unknownLine
        : findRejection(record, accountsByLine.get(record.lineId) ?? [], { now: context.now, spansOfCredits });
    if (rejection) refused.push({ index: record.index, recordId: record.recordId, ...rejection });
    else valid.push({ ...record, brokerId: brokerId as string });
  });
  return { valid, refused };
}

const noSpans: ReadonlyMap<string, readonly Span[]> = new Map();

type RecordRejection = Omit<RefusedRecord, 'index' | 'recordId'>;

const unknownLine: RecordRejection = { code: 'unknown-line', detail: 'The line does not exist.' };

function findRejection(
  { type, amount, usedAt, productId }: LineUsage,
  accounts: readonly Account[],
  { now, spansOfCredits }: { readonly now: Date; readonly spansOfCredits: ReadonlyMap<string, readonly Span[]> },
): RecordRejection | undefined {
  if (usedAt.getTime() > now.getTime() + aheadLimitMinutes * minuteMs)
    return { code: 'in-the-future', detail: '`usedAt` is in the future.' };
  if (usedAt.getTime() < now.getTime() - lateLimitDays * dayMs)
    return { code: 'too-old', detail: `\`usedAt\` is more than ${lateLimitDays} days ago.` };
  // It is charged to no product.
  if (amount === 0) return undefined;
  const candidates = accounts.filter((account) => productId === undefined || account.productId === productId);
  const hasProduct = candidates.some(
    ({ id, components, held }) =>
      (isInAnySpan(held, usedAt) || isInAnySpan(spansOfCredits.get(id) ?? [], usedAt)) &&
      components.some((component) => component.type === type),
  );
  return hasProduct
    ? undefined
    : {
        code: 'no-product',
        detail: `The line had no${productId === undefined ? '' : ' such'} product with ${type} at that time.`,
      };
}
