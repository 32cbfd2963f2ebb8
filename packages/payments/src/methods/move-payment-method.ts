import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvents } from '@linework/events/insert-event';
import { dueNow } from '@linework/partners/durable-call/due-times';
import { conflict } from '@linework/problem-details/make-problem';
import { paymentMethodStatusEvents } from '@linework/schemas/events';
import {
  type PaymentMethodStatus,
  paymentMethodLifecycle,
} from '@linework/schemas/lifecycles/payment-method.lifecycle';
import type { PaymentMethod } from '@linework/schemas/payment-methods/payment-method';
import { findPaymentMethod, type PaymentMethodTarget } from './find-payment-method.ts';
import { hasExpired } from './has-expired.ts';
import { rejectPaymentMethodRequest } from './reject-payment-method-request.ts';

/**
 * Replaces the token of a removed method. The column must stay unique and not null, but the token itself must be gone.
 */
export const erasedToken = "'removed:' || m.id";

/** The columns that each request sets besides the status. */
const changes = {
  suspend: 'is_default = false',
  resume: 'is_default = false',
  // The method is due at once, so that the provider is notified.
  remove:
    `is_default = false, becomes_default = false, token = ${erasedToken}, removed_at = now(), due_at = ${dueNow}, ` +
    'attempt = 0',
} as const;

type Move = keyof typeof changes;

const targets = { suspend: 'SUSPENDED', resume: 'ACTIVE', remove: 'REMOVED' } as const satisfies Record<
  Move,
  PaymentMethodStatus
>;

/** The row is locked, so that the response describes its current state. */
const lockStatement = statement(
  'lock-payment-method',
  { methodId: 'uuid', brokerId: 'uuid?' },
  `SELECT status, ${hasExpired} AS "hasExpired"
   FROM payment_method
   WHERE id = :methodId AND (:brokerId IS NULL OR broker_id = :brokerId)
   FOR UPDATE`,
);

const moveStatement = <const Request extends Move>(move: Request) =>
  statement(
    `${move}-payment-method`,
    { id: 'uuid', from: 'text', keyId: 'uuid' },
    `WITH moved AS (
      UPDATE payment_method m
      SET status = '${targets[move]}', updated_at = now(), ${changes[move]}
      WHERE id = :id AND status = :from
      RETURNING m.id, m.broker_id, m.status
    )
    ${insertEvents('payment-method', {
      type: `'${paymentMethodStatusEvents[targets[move]]}'`,
      from: ':from',
      to: 'status',
      key: ':keyId',
    })}
    FROM moved`,
  );

const statements = {
  suspend: moveStatement('suspend'),
  resume: moveStatement('resume'),
  remove: moveStatement('remove'),
} as const;

/**
 * Suspends, resumes or permanently removes a payment method. A holder whose default it was has no default afterwards.
 * Raises not-found, invalid-status-transition, and conflict when the card of a method to resume has expired.
 */
export function movePaymentMethod(db: Db, target: PaymentMethodTarget, move: Move): Promise<PaymentMethod> {
  const { caller, methodId } = target;
  return db.transaction(async (tx) => {
    const [locked] = await tx.query(lockStatement, { methodId, brokerId: caller.brokerId });
    if (!locked || !paymentMethodLifecycle.getSources(move).includes(locked.status))
      return rejectPaymentMethodRequest(tx, target, move);
    if (move === 'resume' && locked.hasExpired)
      throw conflict('The card of this payment method has expired.', { code: 'card-expired' });
    await tx.query(statements[move], { id: methodId, from: locked.status, keyId: caller.keyId });
    return findPaymentMethod(tx, target);
  });
}
