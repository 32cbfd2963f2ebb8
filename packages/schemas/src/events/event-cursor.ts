import { decodeParts, encodeParts } from '@linework/http/cursor';
import { z } from 'zod';

/**
 * The position of a reader in a record's events. An event gets its number when it is written, but is visible only after
 * its transaction commits, so a number alone would miss events that commit late. A cursor therefore also names the
 * transactions that were open when it was created.
 */
export interface EventCursor {
  /** The number of the last event that was read. */
  readonly after: number;
  /** The transactions that the reader could not see; undefined at the start, or where the client gave only a number. */
  readonly unseen?: UnseenTransactions | undefined;
}

/** Transaction ids as text, because they exceed the safe integers of a number. */
export interface UnseenTransactions {
  /** This transaction and all later ones. */
  readonly from: string;
  /** The earlier transactions that were open. */
  readonly open: readonly string[];
}

const openLimit = 10_000;
const positionLimit = 999_999_999_999_999;
const transactionLimit = 2n ** 63n - 1n;

// Open transactions are encoded as differences, which are short.
const cursorParts = z.tuple([
  z.int().min(0).max(positionLimit),
  z
    .string()
    .regex(/^\d{1,19}$/)
    .refine((id) => BigInt(id) <= transactionLimit)
    .optional(),
  z.array(z.int().min(1)).max(openLimit).optional(),
]);

/** Encodes a cursor as opaque text that is safe in a URL. */
export function encodeEventCursor({ after, unseen }: EventCursor): string {
  const parts = unseen
    ? [after, unseen.from, unseen.open.map((id) => Number(BigInt(unseen.from) - BigInt(id)))]
    : [after];
  return encodeParts(parts);
}

/** Decodes a cursor; undefined where the text is not a cursor of an event list. */
export function decodeEventCursor(text: string): EventCursor | undefined {
  const parts = cursorParts.safeParse(decodeParts(text));
  if (!parts.success) return undefined;
  const [after, from, distances = []] = parts.data;
  if (from === undefined) return { after };
  const open = distances.map((distance) => BigInt(from) - BigInt(distance));
  return open.some((id) => id < 0n) ? undefined : { after, unseen: { from, open: open.map(String) } };
}
