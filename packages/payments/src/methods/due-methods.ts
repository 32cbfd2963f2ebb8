import type { Db } from '@linework/db/db';
import { statement, unprepared } from '@linework/db/statement';
import type { MethodResponse } from '@linework/partners/payment-provider';
import { dueNow, type LeasedRow, leaseEnd, longBackoff } from '@linework/partners/poll-due';
import { sanitizePartnerText } from '@linework/partners/sanitize-partner-text';
import { selectIsUnanswered } from '@linework/partners/unanswered/select-is-unanswered';
import { paymentMethodStatusEvents } from '@linework/schemas/events';
import type { PaymentMethodType } from '@linework/schemas/payment-methods/payment-method';
import type { PaymentMethodStatus } from '@linework/schemas/payment-methods/payment-method.lifecycle';
import { lockMethodsOfHolder, replaceDefault } from './make-default.ts';

/** A payment method that is polled at the provider, or whose removal is sent to it. */
export interface DueMethod extends LeasedRow {
  readonly customerId: string;
  readonly type: PaymentMethodType;
  readonly status: PaymentMethodStatus;
  readonly token: string;
  readonly becomesDefault: boolean;
}

const columns = `m.id, m.customer_id AS "customerId", m.type, m.status, m.token, m.becomes_default AS "becomesDefault", m.attempt, m.due_at AS "dueAt",
  ${selectIsUnanswered('payment-method', 'm.id')}`;

const acquireStatement = unprepared(
  `WITH due AS (SELECT id FROM payment_method WHERE due_at <= now() ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
   UPDATE payment_method m SET due_at = ${leaseEnd}, attempt = m.attempt + 1 FROM due WHERE m.id = due.id
   RETURNING ${columns}`,
);

/** Acquires the lease of due payment methods. Rows that another worker has locked are skipped. */
export function acquireDueMethods(db: Pick<Db, 'query'>, limit: number): Promise<readonly DueMethod[]> {
  return db.query<DueMethod>(acquireStatement, [limit]);
}

const postponeStatement = statement('postpone-payment-method', `UPDATE payment_method SET due_at = ${longBackoff} WHERE id = $1::uuid AND due_at = $2`);

/** Postpones the next poll of a payment method, unless it became due again meanwhile. */
export async function postponeMethod(db: Pick<Db, 'query'>, { id, dueAt }: LeasedRow): Promise<void> {
  await db.query(postponeStatement, [id, dueAt]);
}

const stopPollingStatement = statement(
  'stop-polling-payment-method',
  'UPDATE payment_method SET due_at = NULL, attempt = 0 WHERE id = $1::uuid AND due_at = $2 RETURNING id',
);

/** Stops polling a payment method. Returns false if it became due again meanwhile. */
export async function stopPollingMethod(db: Pick<Db, 'query'>, { id, dueAt }: LeasedRow): Promise<boolean> {
  return (await db.query(stopPollingStatement, [id, dueAt])).length > 0;
}

/** Polling stops even if `due_at` changed meanwhile, because only PENDING methods are made due. */
const recordStatement = statement(
  'record-payment-method',
  `WITH moved AS (
    UPDATE payment_method SET status = $2::text, brand = $3, last_four = $4, expires_on = $5::date, reason = $6,
      activated_at = CASE WHEN $2::text = 'ACTIVE' THEN now() END, attempt = 0, due_at = NULL, updated_at = now()
    WHERE id = $1::uuid AND status = 'PENDING' RETURNING id, broker_id
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status)
  SELECT broker_id, $7, 'payment-method', id, 'PENDING', $2::text FROM moved RETURNING resource_id`,
);

/** If the method was removed meanwhile, the provider may have got the removal before it knew the method. */
const removeAgainStatement = statement(
  'remove-payment-method-again',
  `UPDATE payment_method SET due_at = ${dueNow} WHERE id = $1::uuid AND status = 'REMOVED'`,
);

/**
 * Records the provider's response for a PENDING method, and makes it the default if requested, in one transaction. Returns false if it is
 * not PENDING any more.
 */
export function recordMethod(db: Db, method: DueMethod, { status, ...response }: MethodResponse & { readonly status: 'ACTIVE' | 'REFUSED' }): Promise<boolean> {
  const { id, customerId, becomesDefault } = method;
  const values = [
    response.brand ?? null,
    response.lastFour ?? null,
    response.expiresOn ?? null,
    response.reason === undefined ? null : sanitizePartnerText(response.reason),
  ];
  return db.transaction(async (tx) => {
    if (becomesDefault) await lockMethodsOfHolder(tx, customerId);
    const [moved] = await tx.query(recordStatement, [id, status, ...values, paymentMethodStatusEvents[status]]);
    if (!moved) await tx.query(removeAgainStatement, [id]);
    else if (becomesDefault && status === 'ACTIVE') await replaceDefault(tx, customerId, id);
    return moved !== undefined;
  });
}

const readStatement = statement('read-payment-method', `SELECT ${columns} FROM payment_method m WHERE m.id = $1::uuid`);

/** Reads the current row of a payment method; undefined if it does not exist. */
export async function readMethod(db: Pick<Db, 'query'>, id: string): Promise<DueMethod | undefined> {
  const [method] = await db.query<DueMethod>(readStatement, [id]);
  return method;
}
