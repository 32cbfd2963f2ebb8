import type { Db } from '@linework/db/db';
import { plannedEachTime, statement } from '@linework/db/statement';
import type { PaymentStatus } from '@linework/schemas/payments/payment.lifecycle';
import { later, lease, type Taken } from '../partners/ask-each-due.ts';
import { isUnanswered } from '../partners/unanswered/is-unanswered.ts';

/** A payment that the provider is to be asked about. */
export interface DuePayment extends Taken {
  readonly invoiceId: string;
  readonly paymentMethodId: string;
  readonly status: PaymentStatus;
  /** Decimal, two places. */
  readonly amount: string;
  readonly cancelAsked: boolean;
}

const columns = `p.id, p.invoice_id AS "invoiceId", p.payment_method_id AS "paymentMethodId", p.status, p.amount::text,
  p.cancel_asked_at IS NOT NULL AS "cancelAsked", p.attempt, p.due_at AS "dueAt",
  ${isUnanswered('payment', 'p.id')}`;

const takeStatement = plannedEachTime(
  `WITH due AS (SELECT id FROM payment WHERE due_at <= now() ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
   UPDATE payment p SET due_at = ${lease}, attempt = p.attempt + 1 FROM due WHERE p.id = due.id
   RETURNING ${columns}`,
);

/** Takes payments that are due and that nobody else has in hand. */
export function takeDuePayments(db: Pick<Db, 'query'>, most: number): Promise<readonly DuePayment[]> {
  return db.query<DuePayment>(takeStatement, [most]);
}

const putOffStatement = statement('put-off-payment', `UPDATE payment SET due_at = ${later} WHERE id = $1::uuid AND due_at = $2`);

/** Lets a payment be due again later, unless it was rung for meanwhile. */
export async function putOffPayment(db: Pick<Db, 'query'>, { id, dueAt }: Taken): Promise<void> {
  await db.query(putOffStatement, [id, dueAt]);
}

const settledStatement = statement('settle-payment', 'UPDATE payment SET due_at = NULL, attempt = 0 WHERE id = $1::uuid AND due_at = $2');

/** Notes that nothing is awaited of a payment until somebody rings for it, unless it was rung for meanwhile. */
export async function settlePayment(db: Pick<Db, 'query'>, { id, dueAt }: Taken): Promise<void> {
  await db.query(settledStatement, [id, dueAt]);
}

const readStatement = statement('read-payment', `SELECT ${columns} FROM payment p WHERE p.id = $1::uuid`);

/** A payment as it stands; undefined where there is none. */
export async function readPayment(db: Pick<Db, 'query'>, id: string): Promise<DuePayment | undefined> {
  const [payment] = await db.query<DuePayment>(readStatement, [id]);
  return payment;
}
