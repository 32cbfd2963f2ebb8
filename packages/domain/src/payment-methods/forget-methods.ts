import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { paymentMethodArrivals } from '@linework/schemas/events';
import { paymentMethodLifecycle } from '@linework/schemas/payment-methods/payment-method.lifecycle';
import { atOnce } from '../partners/ask-each-due.ts';
import { lockMethodsOf } from './make-default.ts';
import { forgottenToken } from './move-payment-method.ts';

/** What is at its end stays there; nothing that tells of a card or of who has it is left of any of them. */
const forgetStatement = statement(
  'forget-payment-methods',
  `WITH found AS (
    SELECT id, status FROM payment_method WHERE customer_id = $1::uuid
  ), forgotten AS (
    UPDATE payment_method m SET status = CASE WHEN found.status = ANY($2) THEN 'REMOVED' ELSE found.status END, is_default = false, becomes_default = false,
      token = ${forgottenToken}, brand = NULL, last_four = NULL, expires_on = NULL, reason = NULL, metadata = '{}',
      removed_at = CASE WHEN found.status = ANY($2) THEN now() ELSE m.removed_at END, due_at = ${atOnce}, attempt = 0, updated_at = now()
    FROM found WHERE m.id = found.id RETURNING m.id, m.broker_id, found.status AS from_status, m.status
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id)
  SELECT broker_id, '${paymentMethodArrivals.REMOVED}', 'payment-method', id, from_status, status, $3::uuid FROM forgotten
  WHERE from_status <> status RETURNING resource_id`,
);

/**
 * Removes every payment method of a holder, in the transaction that forgets the holder: tokens and whatever tells of a card
 * are gone when it commits, and the provider is told after it. Answers how many were removed.
 */
export async function forgetMethods(tx: Pick<Db, 'query'>, holderId: string, keyId: string | null = null): Promise<number> {
  await lockMethodsOf(tx, holderId);
  return (await tx.query(forgetStatement, [holderId, paymentMethodLifecycle.sourcesOf('remove'), keyId])).length;
}
