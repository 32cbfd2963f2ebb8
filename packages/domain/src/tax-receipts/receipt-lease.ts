import type { Db } from '@linework/db/db';
import { statement, unprepared } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import { type ReceiptSnapshot, snapshotColumns } from './receipt-snapshot.ts';

const maxBackoffSeconds = 300;

const leaseEnd = "now() + $2::int * interval '1 ms'";

const renewStatement = statement(
  'renew-tax-receipt-lease',
  `UPDATE tax_receipt r SET due_at = ${leaseEnd}, attempt = r.attempt + 1, idempotency_token = coalesce($3, r.idempotency_token)
   WHERE r.id = $1::uuid RETURNING ${snapshotColumns}`,
);

/**
 * Takes over, within the transaction that holds it, what is due to be asked again, from now on as asked under that mark. Raises conflict until it is due,
 * while somebody else asks or it is put off, and says in how many seconds that is over.
 */
export async function renewLease(tx: Db, receipt: ReceiptSnapshot, leaseMs: number, idempotencyToken?: Buffer): Promise<ReceiptSnapshot> {
  const { id, isDue } = receipt;
  if (!isDue) throw callInProgress(receipt);
  const [renewed] = await tx.query<ReceiptSnapshot>(renewStatement, [id, leaseMs, idempotencyToken]);
  if (!renewed) throw new Error(`the tax receipt ${id} is gone while it is held`);
  return renewed;
}

function callInProgress({ dueAt, now }: Pick<ReceiptSnapshot, 'dueAt' | 'now'>) {
  const seconds = dueAt === null ? 1 : Math.ceil((dueAt.getTime() - now.getTime()) / 1_000);
  const wait = Math.min(Math.max(seconds, 1), maxBackoffSeconds);
  return conflict('The tax authority is being asked about this receipt.', { code: 'authority-request-in-flight' }, { 'Retry-After': String(wait) });
}

/** Planned each time, since mostly nothing is due. */
const acquireStatement = unprepared(
  `WITH due AS (SELECT id FROM tax_receipt WHERE due_at <= now() ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
   UPDATE tax_receipt r SET due_at = ${leaseEnd}, attempt = r.attempt + 1 FROM due WHERE r.id = due.id RETURNING ${snapshotColumns}`,
);

/** Takes some of the receipts that are due, the longest due first; who else looks at this moment takes others. */
export function acquireDueReceipts(db: Pick<Db, 'query'>, limit: number, leaseMs: number): Promise<readonly ReceiptSnapshot[]> {
  return db.query<ReceiptSnapshot>(acquireStatement, [limit, leaseMs]);
}

/** 2, 4, 8 and so on, at most five minutes. */
const backoffSeconds = `least(power(2, least(attempt, 10)), ${maxBackoffSeconds})`;

/** Nothing where somebody else has taken it since. */
const postponeStatement = statement(
  'put-off-tax-receipt',
  `UPDATE tax_receipt SET due_at = now() + ${backoffSeconds} * interval '1 s' WHERE id = $1::uuid AND attempt = $2 AND due_at IS NOT NULL
   RETURNING ${backoffSeconds}::int AS seconds`,
);

/** Has the authority asked again later, and answers in how many seconds; 1 where somebody else has taken it since. */
export async function postponeReceipt(db: Pick<Db, 'query'>, { id, attempt }: Pick<ReceiptSnapshot, 'id' | 'attempt'>): Promise<number> {
  const [postponed] = await db.query<{ readonly seconds: number }>(postponeStatement, [id, attempt]);
  return postponed?.seconds ?? 1;
}
