import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvents } from '@linework/events/insert-event';
import { defineDurableCall } from '@linework/partners/durable-call/define-durable-call';
import { dueNow } from '@linework/partners/durable-call/due-times';
import type { LeasedRecord } from '@linework/partners/durable-call/leased-record';
import type { MethodResponse } from '@linework/partners/payment-provider';
import { sanitizePartnerText } from '@linework/partners/sanitize-partner-text';
import { eventType, paymentMethodStatusEvents } from '@linework/schemas/events';
import type { PaymentMethodStatus } from '@linework/schemas/lifecycles/payment-method.lifecycle';
import type { PaymentMethodType } from '@linework/schemas/payment-methods/payment-method';
import { lockMethodsOfHolder, replaceDefault } from './make-default.ts';

/** A payment method that is polled at the provider, or whose removal is sent to it. */
export interface DueMethod extends LeasedRecord {
  readonly customerId: string;
  readonly type: PaymentMethodType;
  readonly status: PaymentMethodStatus;
  readonly token: string;
  readonly becomesDefault: boolean;
}

export const paymentMethodCall = defineDurableCall({
  kind: 'payment-method',
  table: 'payment_method',
  unansweredEvent: eventType('payment_method.unanswered'),
  columns: `r.customer_id AS "customerId", r.type, r.status, r.token, r.becomes_default AS "becomesDefault"`,
});

/** Acquires the lease of due payment methods. Records that another worker has locked are skipped. */
export const acquireDueMethods = (
  db: Pick<Db, 'query'>,
  limit: number,
  leaseMs: number,
): Promise<readonly DueMethod[]> => db.query(paymentMethodCall.acquireStatement, { limit, leaseMs });

/** A method that is not polled has no due date. */
const readStatement = paymentMethodCall.readStatement.returns<{ dueAt: Date }>();

/** Reads the current state of a payment method; undefined if it does not exist. */
export async function readMethod(db: Pick<Db, 'query'>, id: string): Promise<DueMethod | undefined> {
  const [method] = await db.query(readStatement, { id });
  return method;
}

/** Polling stops even if `due_at` changed meanwhile, because only PENDING methods are made due. */
const recordStatement = statement(
  'record-payment-method',
  { id: 'uuid', status: 'text', brand: 'text?', lastFour: 'text?', expiresOn: 'date?', reason: 'text?', event: 'text' },
  `WITH moved AS (
    UPDATE payment_method
    SET status = :status, brand = :brand, last_four = :lastFour, expires_on = :expiresOn, reason = :reason,
      activated_at = CASE WHEN :status = 'ACTIVE' THEN now() END, attempt = 0, due_at = NULL, updated_at = now()
    WHERE id = :id AND status = 'PENDING'
    RETURNING id, broker_id
  )
  ${insertEvents('payment-method', { type: ':event', from: "'PENDING'", to: ':status' })}
  FROM moved
  RETURNING resource_id`,
);

/** If the method was removed meanwhile, the provider may have got the removal before it knew the method. */
const removeAgainStatement = statement(
  'remove-payment-method-again',
  { id: 'uuid' },
  `UPDATE payment_method SET due_at = ${dueNow} WHERE id = :id AND status = 'REMOVED'`,
);

/**
 * Records the provider's response for a PENDING method, and makes it the default if requested, in one transaction.
 * Returns false if it is not PENDING any more.
 */
export function recordMethod(
  db: Db,
  method: DueMethod,
  { status, brand, lastFour, expiresOn, reason }: MethodResponse & { readonly status: 'ACTIVE' | 'REFUSED' },
): Promise<boolean> {
  const { id, customerId, becomesDefault } = method;
  return db.transaction(async (tx) => {
    if (becomesDefault) await lockMethodsOfHolder(tx, customerId);
    const [moved] = await tx.query(recordStatement, {
      id,
      status,
      brand,
      lastFour,
      expiresOn,
      reason: reason === undefined ? null : sanitizePartnerText(reason),
      event: paymentMethodStatusEvents[status],
    });
    if (!moved) await tx.query(removeAgainStatement, { id });
    else if (becomesDefault && status === 'ACTIVE') await replaceDefault(tx, customerId, id);
    return moved !== undefined;
  });
}
