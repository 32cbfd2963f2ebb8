import type { Db } from '@linework/db/db';
import { plannedEachTime, statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import { columnsAtHand, type ReceiptAtHand } from './receipt-at-hand.ts';

const longestWaitSeconds = 300;

const later = "now() + $2::int * interval '1 ms'";

const renewStatement = statement(
  'renew-tax-receipt-lease',
  `UPDATE tax_receipt r SET due_at = ${later}, attempt = r.attempt + 1, asked_under = coalesce($3, r.asked_under)
   WHERE r.id = $1::uuid RETURNING ${columnsAtHand}`,
);

/**
 * Takes over, within the transaction that holds it, what is due to be asked again, from now on as asked under that mark. Raises conflict until it is due,
 * while somebody else asks or it is put off, and says in how many seconds that is over.
 */
export async function takeOver(tx: Db, receipt: ReceiptAtHand, leaseMs: number, askedUnder?: Buffer): Promise<ReceiptAtHand> {
  const { id, isDue } = receipt;
  if (!isDue) throw beingAsked(receipt);
  const [taken] = await tx.query<ReceiptAtHand>(renewStatement, [id, leaseMs, askedUnder]);
  if (!taken) throw new Error(`the tax receipt ${id} is gone while it is held`);
  return taken;
}

function beingAsked({ dueAt, now }: Pick<ReceiptAtHand, 'dueAt' | 'now'>) {
  const seconds = dueAt === null ? 1 : Math.ceil((dueAt.getTime() - now.getTime()) / 1_000);
  const wait = Math.min(Math.max(seconds, 1), longestWaitSeconds);
  return conflict('The tax authority is being asked about this receipt.', { code: 'authority-being-asked' }, { 'Retry-After': String(wait) });
}

/** Planned each time, since mostly nothing is due. */
const claimStatement = plannedEachTime(
  `WITH due AS (SELECT id FROM tax_receipt WHERE due_at <= now() ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
   UPDATE tax_receipt r SET due_at = ${later}, attempt = r.attempt + 1 FROM due WHERE r.id = due.id RETURNING ${columnsAtHand}`,
);

/** Takes some of the receipts that are due, the longest due first; who else looks at this moment takes others. */
export function claimDue(db: Pick<Db, 'query'>, most: number, leaseMs: number): Promise<readonly ReceiptAtHand[]> {
  return db.query<ReceiptAtHand>(claimStatement, [most, leaseMs]);
}

/** 2, 4, 8 and so on, at most five minutes. */
const waitSeconds = `least(power(2, least(attempt, 10)), ${longestWaitSeconds})`;

/** Nothing where somebody else has taken it since. */
const putOffStatement = statement(
  'put-off-tax-receipt',
  `UPDATE tax_receipt SET due_at = now() + ${waitSeconds} * interval '1 s' WHERE id = $1::uuid AND attempt = $2 AND due_at IS NOT NULL
   RETURNING ${waitSeconds}::int AS seconds`,
);

/** Has the authority asked again later, and answers in how many seconds; 1 where somebody else has taken it since. */
export async function putOff(db: Pick<Db, 'query'>, { id, attempt }: Pick<ReceiptAtHand, 'id' | 'attempt'>): Promise<number> {
  const [put] = await db.query<{ readonly seconds: number }>(putOffStatement, [id, attempt]);
  return put?.seconds ?? 1;
}
