import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { dueNow } from '@linework/partners/durable-call/due-times';
import { paymentMethodLifecycle } from '@linework/schemas/lifecycles/payment-method.lifecycle';
import { lockMethodsOfHolder } from './make-default.ts';
import { erasedToken } from './move-payment-method.ts';

/** Methods that have ended keep their status. All card data and personal data are removed from all of them. */
const eraseStatement = statement(
  'erase-payment-methods',
  { holderId: 'uuid', from: 'text[]', keyId: 'uuid?' },
  `WITH found AS (
    SELECT id, status FROM payment_method WHERE customer_id = :holderId
  ), erased AS (
    UPDATE payment_method m
    SET status = CASE WHEN found.status = ANY(:from) THEN 'REMOVED' ELSE found.status END, is_default = false,
      becomes_default = false,
      token = ${erasedToken}, brand = NULL, last_four = NULL, expires_on = NULL, reason = NULL, metadata = '{}',
      removed_at = CASE WHEN found.status = ANY(:from) THEN now() ELSE m.removed_at END, due_at = ${dueNow},
        attempt = 0, updated_at = now()
    FROM found
    WHERE m.id = found.id
    RETURNING m.id, m.broker_id, found.status AS from_status, m.status
  )
  ${insertMove('payment-method', { fromColumn: 'from_status', to: 'REMOVED', key: ':keyId' })}
  FROM erased
  WHERE from_status <> status
  RETURNING resource_id`,
);

/**
 * Removes all payment methods of a holder, in the transaction that anonymises the holder. Tokens and card data are gone
 * when it commits; the provider is notified afterwards. Returns the number of removed methods.
 */
export async function erasePaymentMethods(
  tx: Pick<Db, 'query'>,
  holderId: string,
  keyId: string | null = null,
): Promise<number> {
  await lockMethodsOfHolder(tx, holderId);
  return (await tx.query(eraseStatement, { holderId, from: paymentMethodLifecycle.getSources('remove'), keyId }))
    .length;
}
