import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { PaymentMethodType } from '@linework/schemas/payment-methods/payment-method';
import { hasExpired } from './has-expired.ts';

/** SQL for whether a payment method can be charged. */
export const chargeable = `status = 'ACTIVE' AND NOT ${hasExpired}`;

const findStatement = statement(
  'find-method-to-charge',
  { customerId: 'uuid', methodId: 'uuid?' },
  `SELECT id, type
    FROM payment_method
    WHERE customer_id = :customerId AND CASE WHEN :methodId IS NULL THEN is_default ELSE id = :methodId END
      AND ${chargeable}`,
);

export interface MethodToCharge {
  readonly id: string;
  readonly type: PaymentMethodType;
}

/**
 * Finds the method of a holder to charge: the requested one or the default. Undefined when it does not exist, is not
 * ACTIVE, or has expired.
 */
export async function findMethodToCharge(
  db: Pick<Db, 'query'>,
  customerId: string,
  methodId?: string,
): Promise<MethodToCharge | undefined> {
  const [found] = await db.query(findStatement, { customerId, methodId });
  return found;
}

const tokenStatement = statement(
  'find-token-to-charge',
  { methodId: 'uuid' },
  `SELECT token FROM payment_method WHERE id = :methodId AND ${chargeable}`,
);

/** Reads the token of a method, for the payment provider only; undefined when the method cannot be charged now. */
export async function findTokenToCharge(db: Pick<Db, 'query'>, methodId: string): Promise<string | undefined> {
  const [found] = await db.query(tokenStatement, { methodId });
  return found?.token;
}
