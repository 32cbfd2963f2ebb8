import { z } from 'zod';

/**
 * How far a reader of a record's events has read. Events get their places when they are written and are seen when their transaction
 * commits, so that a place alone would lose what commits late. A cursor also says which transactions were open when it was made.
 */
export interface EventCursor {
  /** The place of the last event that was read. */
  readonly after: number;
  /** The transactions that the reader could not see; undefined where it has seen none yet, or gave only a place. */
  readonly unseen?: UnseenTransactions | undefined;
}

/** Ids of transactions as text: they are longer than a number is exact. */
export interface UnseenTransactions {
  /** This one, and every later one. */
  readonly from: string;
  /** Those before it that were open. */
  readonly open: readonly string[];
}

const openLimit = 10_000;
const positionLimit = 999_999_999_999_999;
const transactionLimit = 2n ** 63n - 1n;

// Open transactions are written as distances, which are short.
const cursorParts = z.tuple([
  z.int().min(0).max(positionLimit),
  z
    .string()
    .regex(/^\d{1,19}$/)
    .refine((id) => BigInt(id) <= transactionLimit)
    .optional(),
  z.array(z.int().min(1)).max(openLimit).optional(),
]);

/** The opaque text of a cursor, fit for an address. */
export function encodeEventCursor({ after, unseen }: EventCursor): string {
  const parts = unseen ? [after, unseen.from, unseen.open.map((id) => Number(BigInt(unseen.from) - BigInt(id)))] : [after];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The place that a text names; undefined where it is no cursor of an event list. */
export function decodeEventCursor(text: string): EventCursor | undefined {
  const parts = cursorParts.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  if (!parts.success) return undefined;
  const [after, from, distances = []] = parts.data;
  if (from === undefined) return { after };
  const open = distances.map((distance) => BigInt(from) - BigInt(distance));
  return open.some((id) => id < 0n) ? undefined : { after, unseen: { from, open: open.map(String) } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
