import type { Db } from '@linework/db/db';
import { statement, unprepared } from '@linework/db/statement';
import { type LeasedRow, leaseEnd, longBackoff } from '@linework/partners/poll-due';
import { selectIsUnanswered } from '@linework/partners/unanswered/select-is-unanswered';
import type { RefundStatus } from '@linework/schemas/refunds/refund.lifecycle';

/** A refund whose state is polled at the provider. */
export interface DueRefund extends LeasedRow {
  readonly paymentId: string;
  readonly invoiceId: string;
  readonly status: RefundStatus;
  /** Decimal, two places. */
  readonly amount: string;
}

const columns = `r.id, r.payment_id AS "paymentId", (SELECT p.invoice_id FROM payment p WHERE p.id = r.payment_id) AS "invoiceId",
  r.status, r.amount::text, r.attempt, r.due_at AS "dueAt",
  ${selectIsUnanswered('refund', 'r.id')}`;

const acquireStatement = unprepared(
  `WITH due AS (
     SELECT id FROM refund WHERE due_at <= now() ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED
   )
   UPDATE refund r
   SET due_at = ${leaseEnd}, attempt = r.attempt + 1
   FROM due
   WHERE r.id = due.id
   RETURNING ${columns}`,
);

/** Acquires the lease of due refunds. Rows that another worker has locked are skipped. */
export function acquireDueRefunds(db: Pick<Db, 'query'>, limit: number): Promise<readonly DueRefund[]> {
  return db.query<DueRefund>(acquireStatement, [limit]);
}

const postponeStatement = statement('postpone-refund', `UPDATE refund SET due_at = ${longBackoff} WHERE id = $1::uuid AND due_at = $2`);

/** Postpones the next poll of a refund, unless it became due again meanwhile. */
export async function postponeRefund(db: Pick<Db, 'query'>, { id, dueAt }: LeasedRow): Promise<void> {
  await db.query(postponeStatement, [id, dueAt]);
}

const readStatement = statement('read-refund', `SELECT ${columns} FROM refund r WHERE r.id = $1::uuid`);

/** Reads the current row of a refund; undefined if it does not exist. */
export async function readRefund(db: Pick<Db, 'query'>, id: string): Promise<DueRefund | undefined> {
  const [refund] = await db.query<DueRefund>(readStatement, [id]);
  return refund;
}
