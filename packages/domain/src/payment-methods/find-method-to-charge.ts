import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { PaymentMethodType } from '@linework/schemas/payment-methods/payment-method';
import { hasExpired } from './has-expired.ts';

/** In SQL: whether a method may be charged. */
export const chargeable = `status = 'ACTIVE' AND NOT ${hasExpired}`;

const findStatement = statement(
  'find-method-to-charge',
  `SELECT id, type FROM payment_method WHERE customer_id = $1::uuid AND CASE WHEN $2::uuid IS NULL THEN is_default ELSE id = $2::uuid END AND ${chargeable}`,
);

export interface MethodToCharge {
  readonly id: string;
  readonly type: PaymentMethodType;
}

/** The method of a holder that may be charged: the one named, else the default. Undefined when there is none, or it is not ACTIVE, or has run out. */
export async function findMethodToCharge(db: Pick<Db, 'query'>, customerId: string, methodId?: string): Promise<MethodToCharge | undefined> {
  const [found] = await db.query<MethodToCharge>(findStatement, [customerId, methodId ?? null]);
  return found;
}

const tokenStatement = statement('find-token-to-charge', `SELECT token FROM payment_method WHERE id = $1::uuid AND ${chargeable}`);

/** The token to charge a method by, at this moment; undefined when it may not be charged. For the payment provider alone. */
export async function findTokenToCharge(db: Pick<Db, 'query'>, methodId: string): Promise<string | undefined> {
  const [found] = await db.query<{ token: string }>(tokenStatement, [methodId]);
  return found?.token;
}
