import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { impossibleRequest } from '@linework/problem-details/make-problem';
import { paymentMethodArrivals } from '@linework/schemas/events';
import type { PaymentMethod } from '@linework/schemas/payment-methods/payment-method';
import { type PaymentMethodStatus, paymentMethodLifecycle } from '@linework/schemas/payment-methods/payment-method.lifecycle';
import { atOnce } from './ask-each-due.ts';
import { findPaymentMethod, type PaymentMethodAsked } from './find-payment-method.ts';
import { hasRunOut } from './has-run-out.ts';
import { refusePaymentMethodRequest } from './refuse-payment-method-request.ts';

/** What is left of the token of a method that was removed: enough to keep the column, and of use to nobody. */
export const forgottenToken = "'removed:' || m.id";

/** What the statement sets beside the status. */
const changes = {
  suspend: 'is_default = false',
  resume: 'is_default = false',
  // Due at once, so that the provider is told.
  remove: `is_default = false, becomes_default = false, token = ${forgottenToken}, removed_at = now(), due_at = ${atOnce}, attempt = 0`,
} as const;

type Move = keyof typeof changes;

const targets = { suspend: 'SUSPENDED', resume: 'ACTIVE', remove: 'REMOVED' } as const satisfies Record<Move, PaymentMethodStatus>;

const moveStatement = (move: Move) =>
  statement(
    `${move}-payment-method`,
    `WITH found AS (
      SELECT id, status FROM payment_method
      WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) AND status = ANY($3) ${move === 'resume' ? `AND NOT ${hasRunOut}` : ''} FOR UPDATE
    ), moved AS (
      UPDATE payment_method m SET status = '${targets[move]}', updated_at = now(), ${changes[move]}
      FROM found WHERE m.id = found.id AND m.status = found.status RETURNING m.id, m.broker_id, found.status AS from_status, m.status
    )
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id)
    SELECT broker_id, '${paymentMethodArrivals[targets[move]]}', 'payment-method', id, from_status, status, $4::uuid FROM moved RETURNING resource_id`,
  );

const statements = { suspend: moveStatement('suspend'), resume: moveStatement('resume'), remove: moveStatement('remove') } as const;

/**
 * Suspends a payment method, resumes it, or removes it for good: whoever had it as default then has none. Raises not-found,
 * invalid-status-transition, and validation-error (422) where a card that ran out meanwhile is to be resumed.
 */
export async function movePaymentMethod(db: Db, asked: PaymentMethodAsked, move: Move): Promise<PaymentMethod> {
  const { caller, methodId } = asked;
  const sources = paymentMethodLifecycle.sourcesOf(move);
  return db.transaction(async (tx) => {
    const [moved] = await tx.query(statements[move], [methodId, caller.brokerId, sources, caller.keyId]);
    const method = await findPaymentMethod(tx, asked);
    if (moved) return method;
    if (sources.includes(method.status)) throw impossibleRequest('The card has run out.', { code: 'card-run-out' });
    return refusePaymentMethodRequest(tx, asked, move);
  });
}
