import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { findCustomer } from '@linework/holders/find-customer';
import { dueNow } from '@linework/partners/durable-call/due-times';
import { conflict } from '@linework/problem-details/make-problem';
import type { PaymentMethod, PaymentMethodType } from '@linework/schemas/payment-methods/payment-method';
import { v7 as newId } from 'uuid';
import { findPaymentMethod } from './find-payment-method.ts';

/** The method is due at once, so that the provider is called. */
const insertStatement = statement(
  'insert-payment-method',
  {
    id: 'uuid',
    brokerId: 'uuid',
    customerId: 'uuid',
    type: 'text',
    token: 'text',
    makeDefault: 'boolean',
    metadata: 'jsonb',
    keyId: 'uuid',
  },
  `WITH made AS (
    INSERT INTO payment_method (id, broker_id, customer_id, type, status, token, becomes_default, metadata, due_at)
    VALUES (:id, :brokerId, :customerId, :type, 'PENDING', :token, :makeDefault, :metadata, ${dueNow})
    ON CONFLICT (broker_id, token) WHERE status NOT IN ('REMOVED', 'REFUSED', 'EXPIRED') DO NOTHING
    RETURNING id, broker_id
  )
  ${insertMove('payment-method', { to: 'PENDING', key: ':keyId' })}
  FROM made
  RETURNING resource_id`,
);

export interface NewPaymentMethod {
  readonly caller: Caller;
  readonly customerId: string;
  readonly type: PaymentMethodType;
  readonly token: string;
  /** Takes effect once the method is ACTIVE. */
  readonly makeDefault?: boolean | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Records a payment method; a job asks the provider whether it is valid. Raises 422 for an unknown or anonymised
 * holder, and conflict when the broker has an open method with this token.
 */
export function createPaymentMethod(
  db: Db,
  { caller, customerId, type, token, makeDefault = false, metadata = {} }: NewPaymentMethod,
): Promise<PaymentMethod> {
  const id = newId();
  return db.transaction(async (tx) => {
    const { brokerId } = await findCustomer(tx, caller, customerId);
    const [made] = await tx.query(insertStatement, {
      id,
      brokerId,
      customerId,
      type,
      token,
      makeDefault,
      metadata,
      keyId: caller.keyId,
    });
    if (!made) throw conflict('Another payment method of this broker has this token.', { code: 'token-in-use' });
    return findPaymentMethod(tx, { caller, methodId: id });
  });
}
