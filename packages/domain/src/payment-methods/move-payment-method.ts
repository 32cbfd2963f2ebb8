import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import { paymentMethodArrivals } from '@linework/schemas/events';
import type { PaymentMethod } from '@linework/schemas/payment-methods/payment-method';
import { type PaymentMethodStatus, paymentMethodLifecycle } from '@linework/schemas/payment-methods/payment-method.lifecycle';
import { atOnce } from '../partners/ask-each-due.ts';
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

/** Held, so that what is answered is about what stands there. */
const holdStatement = statement(
  'hold-payment-method',
  `SELECT status, ${hasRunOut} AS "hasRunOut" FROM payment_method WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) FOR UPDATE`,
);

interface Held {
  readonly status: PaymentMethodStatus;
  readonly hasRunOut: boolean;
}

const moveStatement = (move: Move) =>
  statement(
    `${move}-payment-method`,
    `WITH moved AS (
      UPDATE payment_method m SET status = '${targets[move]}', updated_at = now(), ${changes[move]}
      WHERE id = $1::uuid AND status = $2::text RETURNING m.id, m.broker_id, m.status
    )
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id)
    SELECT broker_id, '${paymentMethodArrivals[targets[move]]}', 'payment-method', id, $2::text, status, $3::uuid FROM moved`,
  );

const statements = { suspend: moveStatement('suspend'), resume: moveStatement('resume'), remove: moveStatement('remove') } as const;

/**
 * Suspends a payment method, resumes it, or removes it for good: whoever had it as default then has none. Raises not-found,
 * invalid-status-transition, and validation-error (422) where a card that ran out meanwhile is to be resumed.
 */
export function movePaymentMethod(db: Db, asked: PaymentMethodAsked, move: Move): Promise<PaymentMethod> {
  const { caller, methodId } = asked;
  return db.transaction(async (tx) => {
    const [held] = await tx.query<Held>(holdStatement, [methodId, caller.brokerId]);
    if (!held || !paymentMethodLifecycle.sourcesOf(move).includes(held.status)) return refusePaymentMethodRequest(tx, asked, move);
    if (move === 'resume' && held.hasRunOut) throw conflict('The card has expired.', { code: 'card-run-out' });
    await tx.query(statements[move], [methodId, held.status, caller.keyId]);
    return findPaymentMethod(tx, asked);
  });
}
