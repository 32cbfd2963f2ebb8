import type { Db } from '@linework/db/db';
import { statement, unprepared } from '@linework/db/statement';
import { type LeasedRow, leaseEnd, longBackoff } from '@linework/partners/poll-due';
import { selectIsUnanswered } from '@linework/partners/unanswered/select-is-unanswered';
import type { PaymentStatus } from '@linework/schemas/payments/payment.lifecycle';

/** A payment whose state is polled at the provider. */
export interface DuePayment extends LeasedRow {
  readonly invoiceId: string;
  readonly paymentMethodId: string;
  readonly status: PaymentStatus;
  /** Decimal, two places. */
  readonly amount: string;
  readonly cancelRequested: boolean;
}

const columns = `p.id, p.invoice_id AS "invoiceId", p.payment_method_id AS "paymentMethodId", p.status, p.amount::text,
  p.cancel_requested_at IS NOT NULL AS "cancelRequested", p.attempt, p.due_at AS "dueAt",
  ${selectIsUnanswered('payment', 'p.id')}`;

const acquireStatement = unprepared(
  `WITH due AS (SELECT id FROM payment WHERE due_at <= now() ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
   UPDATE payment p SET due_at = ${leaseEnd}, attempt = p.attempt + 1 FROM due WHERE p.id = due.id
   RETURNING ${columns}`,
);

/** Acquires the lease of due payments. Rows that another worker has locked are skipped. */
export function acquireDuePayments(db: Pick<Db, 'query'>, limit: number): Promise<readonly DuePayment[]> {
  return db.query<DuePayment>(acquireStatement, [limit]);
}

const postponeStatement = statement('postpone-payment', `UPDATE payment SET due_at = ${longBackoff} WHERE id = $1::uuid AND due_at = $2`);

/** Postpones the next poll of a payment, unless it became due again meanwhile. */
export async function postponePayment(db: Pick<Db, 'query'>, { id, dueAt }: LeasedRow): Promise<void> {
  await db.query(postponeStatement, [id, dueAt]);
}

const stopPollingStatement = statement('stop-polling-payment', 'UPDATE payment SET due_at = NULL, attempt = 0 WHERE id = $1::uuid AND due_at = $2');

/** Stops polling a payment until it is made due again, unless that has happened meanwhile. */
export async function stopPollingPayment(db: Pick<Db, 'query'>, { id, dueAt }: LeasedRow): Promise<void> {
  await db.query(stopPollingStatement, [id, dueAt]);
}

const readStatement = statement('read-payment', `SELECT ${columns} FROM payment p WHERE p.id = $1::uuid`);

/** Reads the current row of a payment; undefined if it does not exist. */
export async function readPayment(db: Pick<Db, 'query'>, id: string): Promise<DuePayment | undefined> {
  const [payment] = await db.query<DuePayment>(readStatement, [id]);
  return payment;
}
