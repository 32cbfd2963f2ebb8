import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { dueNow } from '@linework/partners/durable-call/due-times';
import { conflict } from '@linework/problem-details/make-problem';
import { type LeasedReceipt, maxBackoffSeconds, type ReceiptSnapshot, receiptCall } from './receipt-snapshot.ts';

const renewStatement = statement(
  'renew-tax-receipt-lease',
  { id: 'uuid', leaseMs: 'int', idempotencyToken: 'bytea?' },
  `UPDATE tax_receipt r
    SET due_at = ${dueNow} + :leaseMs * interval '1 ms', attempt = r.attempt + 1,
      idempotency_token = coalesce(:idempotencyToken, r.idempotency_token)
   WHERE r.id = :id
   RETURNING ${receiptCall.columns}`,
).returns<Pick<ReceiptSnapshot, 'uf' | 'refusal'>>();

/**
 * Acquires the lease of a receipt that is due, within the transaction that locks it, for the request with this token.
 * Raises conflict until it is due, with the seconds to wait, while another caller has the lease or the call is
 * postponed.
 */
export async function renewLease(
  tx: Db,
  receipt: ReceiptSnapshot,
  leaseMs: number,
  idempotencyToken?: Buffer,
): Promise<LeasedReceipt> {
  const { id, isDue } = receipt;
  if (!isDue) throw callInProgress(receipt);
  const [renewed] = await tx.query(renewStatement, { id, leaseMs, idempotencyToken });
  if (!renewed) throw new Error(`the tax receipt ${id} is missing although it is locked`);
  return renewed;
}

function callInProgress({ dueAt, now }: Pick<ReceiptSnapshot, 'dueAt' | 'now'>) {
  const seconds = dueAt === null ? 1 : Math.ceil((dueAt.getTime() - now.getTime()) / 1_000);
  const wait = Math.min(Math.max(seconds, 1), maxBackoffSeconds);
  return conflict(
    'A call to the tax authority about this receipt is in progress.',
    { code: 'authority-request-in-flight' },
    { 'Retry-After': String(wait) },
  );
}

const acquireStatement = receiptCall.acquireStatement.returns<Pick<ReceiptSnapshot, 'uf' | 'refusal'>>();

/** Acquires some of the receipts that are due, the longest due first; concurrent callers acquire others. */
export const acquireDueReceipts = (
  db: Pick<Db, 'query'>,
  limit: number,
  leaseMs: number,
): Promise<readonly LeasedReceipt[]> => db.query(acquireStatement, { limit, leaseMs });
