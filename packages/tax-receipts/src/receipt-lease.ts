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
 * Acquires the lease of a receipt that is due, within the transaction that locks it, for the request with this token. Raises conflict until it is
 * due, with the seconds to wait, while another caller has the lease or the call is postponed.
 */
export async function renewLease(tx: Db, receipt: ReceiptSnapshot, leaseMs: number, idempotencyToken?: Buffer): Promise<ReceiptSnapshot> {
  const { id, isDue } = receipt;
  if (!isDue) throw callInProgress(receipt);
  const [renewed] = await tx.query<ReceiptSnapshot>(renewStatement, [id, leaseMs, idempotencyToken]);
  if (!renewed) throw new Error(`the tax receipt ${id} is missing although it is locked`);
  return renewed;
}

function callInProgress({ dueAt, now }: Pick<ReceiptSnapshot, 'dueAt' | 'now'>) {
  const seconds = dueAt === null ? 1 : Math.ceil((dueAt.getTime() - now.getTime()) / 1_000);
  const wait = Math.min(Math.max(seconds, 1), maxBackoffSeconds);
  return conflict('A call to the tax authority about this receipt is in progress.', { code: 'authority-request-in-flight' }, { 'Retry-After': String(wait) });
}

/** Unprepared, because usually no receipt is due. */
const acquireStatement = unprepared(
  `WITH due AS (SELECT id FROM tax_receipt WHERE due_at <= now() ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
   UPDATE tax_receipt r SET due_at = ${leaseEnd}, attempt = r.attempt + 1 FROM due WHERE r.id = due.id RETURNING ${snapshotColumns}`,
);

/** Acquires some of the receipts that are due, the longest due first; concurrent callers acquire others. */
export function acquireDueReceipts(db: Pick<Db, 'query'>, limit: number, leaseMs: number): Promise<readonly ReceiptSnapshot[]> {
  return db.query<ReceiptSnapshot>(acquireStatement, [limit, leaseMs]);
}

/** 2, 4, 8 and so on, at most five minutes. */
const backoffSeconds = `least(power(2, least(attempt, 10)), ${maxBackoffSeconds})`;

/** Does nothing when another caller has acquired it since. */
const postponeStatement = statement(
  'postpone-tax-receipt',
  `UPDATE tax_receipt SET due_at = now() + ${backoffSeconds} * interval '1 s' WHERE id = $1::uuid AND attempt = $2 AND due_at IS NOT NULL
   RETURNING ${backoffSeconds}::int AS seconds`,
);

/** Postpones the call to the authority and returns the seconds to wait; 1 when another caller has acquired the receipt since. */
export async function postponeReceipt(db: Pick<Db, 'query'>, { id, attempt }: Pick<ReceiptSnapshot, 'id' | 'attempt'>): Promise<number> {
  const [postponed] = await db.query<{ readonly seconds: number }>(postponeStatement, [id, attempt]);
  return postponed?.seconds ?? 1;
}
