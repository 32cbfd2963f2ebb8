import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { conflict } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';
import type { PaymentMethod } from '@linework/schemas/payment-methods/payment-method';
import { chargeable } from './find-method-to-charge.ts';
import { findPaymentMethod, type PaymentMethodTarget } from './find-payment-method.ts';
import { rejectPaymentMethodRequest } from './reject-payment-method-request.ts';

const madeDefault = eventType('payment_method.made_default');

/** Sorted by id, so that two transactions that change the default cannot deadlock. */
const lockStatement = statement(
  'lock-payment-methods-of-holder',
  { customerId: 'uuid' },
  'SELECT id FROM payment_method WHERE customer_id = :customerId ORDER BY id FOR UPDATE',
);

/** Locks all methods of a holder until the end of the transaction. Every change of the default calls this first. */
export async function lockMethodsOfHolder(tx: Pick<Db, 'query'>, customerId: string): Promise<void> {
  await tx.query(lockStatement, { customerId });
}

/** Runs before the new default is set, because a unique index allows only one default per holder at any time. */
const unsetStatement = statement(
  'unset-default-payment-method',
  { customerId: 'uuid', methodId: 'uuid' },
  `UPDATE payment_method
    SET is_default = false, updated_at = now()
    WHERE customer_id = :customerId AND is_default AND id <> :methodId
   AND EXISTS (SELECT FROM payment_method WHERE id = :methodId AND ${chargeable})
   RETURNING id`,
);

const setStatement = statement(
  'set-default-payment-method',
  { methodId: 'uuid', keyId: 'uuid?', formerId: 'uuid?' },
  `WITH made AS (
    UPDATE payment_method
    SET is_default = true, becomes_default = false, updated_at = now()
    WHERE id = :methodId AND ${chargeable} AND NOT is_default
    RETURNING id, broker_id
  )
  ${insertEvent(madeDefault, {
    key: ':keyId',
    details: "jsonb_strip_nulls(jsonb_build_object('insteadOf', :formerId))",
  })}
  FROM made`,
);

/**
 * Makes a method the default instead of the current one. The holder's methods must be locked. Does nothing if the
 * method cannot be charged.
 */
export async function replaceDefault(
  tx: Pick<Db, 'query'>,
  customerId: string,
  methodId: string,
  keyId: string | null = null,
): Promise<void> {
  const [former] = await tx.query(unsetStatement, { customerId, methodId });
  await tx.query(setStatement, { methodId, keyId, formerId: former?.id ?? null });
}

/**
 * Makes a method the default of its holder. Raises not-found, invalid-status-transition when it is not ACTIVE, and
 * conflict when its card has expired.
 */
export function makeDefault(db: Db, target: PaymentMethodTarget): Promise<PaymentMethod> {
  return db.transaction(async (tx) => {
    const { customerId } = await findPaymentMethod(tx, target);
    await lockMethodsOfHolder(tx, customerId);
    await replaceDefault(tx, customerId, target.methodId, target.caller.keyId);
    const method = await findPaymentMethod(tx, target);
    if (method.isDefault) return method;
    if (method.status === 'ACTIVE')
      throw conflict('The card of this payment method has expired.', { code: 'card-expired' });
    return rejectPaymentMethodRequest(tx, target, 'default');
  });
}
