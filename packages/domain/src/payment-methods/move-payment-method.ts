import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import { paymentMethodStatusEvents } from '@linework/schemas/events';
import type { PaymentMethod } from '@linework/schemas/payment-methods/payment-method';
import { type PaymentMethodStatus, paymentMethodLifecycle } from '@linework/schemas/payment-methods/payment-method.lifecycle';
import { dueNow } from '../partners/poll-due.ts';
import { findPaymentMethod, type PaymentMethodTarget } from './find-payment-method.ts';
import { hasExpired } from './has-expired.ts';
import { rejectPaymentMethodRequest } from './reject-payment-method-request.ts';

/** What is left of the token of a method that was removed: enough to keep the column, and of use to nobody. */
export const erasedToken = "'removed:' || m.id";

/** What the statement sets beside the status. */
const changes = {
  suspend: 'is_default = false',
  resume: 'is_default = false',
  // Due at once, so that the provider is told.
  remove: `is_default = false, becomes_default = false, token = ${erasedToken}, removed_at = now(), due_at = ${dueNow}, attempt = 0`,
} as const;

type Move = keyof typeof changes;

const targets = { suspend: 'SUSPENDED', resume: 'ACTIVE', remove: 'REMOVED' } as const satisfies Record<Move, PaymentMethodStatus>;

/** Held, so that what is answered is about what stands there. */
const lockStatement = statement(
  'lock-payment-method',
  `SELECT status, ${hasExpired} AS "hasExpired" FROM payment_method WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) FOR UPDATE`,
);

interface LockedPaymentMethod {
  readonly status: PaymentMethodStatus;
  readonly hasExpired: boolean;
}

const moveStatement = (move: Move) =>
  statement(
    `${move}-payment-method`,
    `WITH moved AS (
      UPDATE payment_method m SET status = '${targets[move]}', updated_at = now(), ${changes[move]}
      WHERE id = $1::uuid AND status = $2::text RETURNING m.id, m.broker_id, m.status
    )
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id)
    SELECT broker_id, '${paymentMethodStatusEvents[targets[move]]}', 'payment-method', id, $2::text, status, $3::uuid FROM moved`,
  );

const statements = { suspend: moveStatement('suspend'), resume: moveStatement('resume'), remove: moveStatement('remove') } as const;

/**
 * Suspends a payment method, resumes it, or removes it for good: whoever had it as default then has none. Raises not-found,
 * invalid-status-transition, and validation-error (422) where a card that ran out meanwhile is to be resumed.
 */
export function movePaymentMethod(db: Db, target: PaymentMethodTarget, move: Move): Promise<PaymentMethod> {
  const { caller, methodId } = target;
  return db.transaction(async (tx) => {
    const [locked] = await tx.query<LockedPaymentMethod>(lockStatement, [methodId, caller.brokerId]);
    if (!locked || !paymentMethodLifecycle.getSources(move).includes(locked.status)) return rejectPaymentMethodRequest(tx, target, move);
    if (move === 'resume' && locked.hasExpired) throw conflict('The card has expired.', { code: 'card-expired' });
    await tx.query(statements[move], [methodId, locked.status, caller.keyId]);
    return findPaymentMethod(tx, target);
  });
}
