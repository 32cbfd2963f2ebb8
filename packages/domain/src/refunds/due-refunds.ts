import type { Db } from '@linework/db/db';
import { plannedEachTime, statement } from '@linework/db/statement';
import type { RefundStatus } from '@linework/schemas/refunds/refund.lifecycle';
import { later, lease, type Taken } from '../partners/ask-each-due.ts';
import { isUnanswered } from '../partners/unanswered/is-unanswered.ts';

/** A refund that the provider is to be asked about. */
export interface DueRefund extends Taken {
  readonly paymentId: string;
  readonly invoiceId: string;
  readonly status: RefundStatus;
  /** Decimal, two places. */
  readonly amount: string;
}

const columns = `r.id, r.payment_id AS "paymentId", (SELECT p.invoice_id FROM payment p WHERE p.id = r.payment_id) AS "invoiceId",
  r.status, r.amount::text, r.attempt, r.due_at AS "dueAt",
  ${isUnanswered('refund', 'r.id')}`;

const takeStatement = plannedEachTime(
  `WITH due AS (
     SELECT id FROM refund WHERE due_at <= now() ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED
   )
   UPDATE refund r
   SET due_at = ${lease}, attempt = r.attempt + 1
   FROM due
   WHERE r.id = due.id
   RETURNING ${columns}`,
);

/** Acquires refunds that are due and that nobody else has a lease on. */
export function takeDueRefunds(db: Pick<Db, 'query'>, limit: number): Promise<readonly DueRefund[]> {
  return db.query<DueRefund>(takeStatement, [limit]);
}

const putOffStatement = statement('put-off-refund', `UPDATE refund SET due_at = ${later} WHERE id = $1::uuid AND due_at = $2`);

/** Lets a refund be due again later, unless the provider notified meanwhile. */
export async function putOffRefund(db: Pick<Db, 'query'>, { id, dueAt }: Taken): Promise<void> {
  await db.query(putOffStatement, [id, dueAt]);
}

const readStatement = statement('read-refund', `SELECT ${columns} FROM refund r WHERE r.id = $1::uuid`);

/** A refund as it is now; undefined where there is none. */
export async function readRefund(db: Pick<Db, 'query'>, id: string): Promise<DueRefund | undefined> {
  const [refund] = await db.query<DueRefund>(readStatement, [id]);
  return refund;
}
