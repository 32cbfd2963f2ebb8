import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { reachCrashPoint } from '@linework/engine/model/crash-points';
import { insertEvent, insertEvents, insertMove } from '@linework/events/insert-event';
import { listEffectiveReceipts } from '@linework/invoices/effective-receipts';
import { lockInvoice } from '@linework/invoices/lock-invoice';
import { callOrFind } from '@linework/partners/durable-call/call-or-find';
import { makeDueCalls } from '@linework/partners/durable-call/make-due-calls';
import { postponeCall } from '@linework/partners/durable-call/schedule-calls';
import type { PaymentProvider, RefundResponse } from '@linework/partners/payment-provider';
import { sanitizePartnerText } from '@linework/partners/sanitize-partner-text';
import { eventType, refundStatusEvents } from '@linework/schemas/events';
import type { PaymentDeps } from '../methods/reconcile-payment-methods.ts';
import { acquireDueRefunds, type DueRefund, refundCall } from './due-refunds.ts';

/** The final state of a refund. */
export interface RefundOutcome {
  readonly status: 'COMPLETED' | 'FAILED';
  readonly reason?: string | undefined;
}

const recordStatement = statement(
  'record-refund',
  { id: 'uuid', status: 'text', reason: 'text?', event: 'text' },
  `WITH moved AS (
    UPDATE refund
    SET status = :status, reason = :reason, attempt = 0, due_at = NULL, ended_at = now(), updated_at = now()
    WHERE id = :id AND status = 'PENDING'
    RETURNING id, broker_id
  )
  ${insertEvents('refund', { type: ':event', from: "'PENDING'", to: ':status' })}
  FROM moved
  RETURNING resource_id`,
);

const refunded = eventType('invoice.payment_refunded');
const emitRefundStatement = statement(
  'emit-payment-refunded',
  { id: 'uuid', receiptIds: 'jsonb' },
  `${insertEvent(refunded, {
    broker: 'p.broker_id',
    id: 'p.invoice_id',
    details:
      "jsonb_build_object('paymentId', p.id, 'refundId', r.id, 'amount', r.amount::text, 'taxReceiptIds', :receiptIds)",
  })}
FROM refund r
   JOIN payment p ON p.id = r.payment_id
   WHERE r.id = :id`,
);

const paymentReversed = eventType('payment.reversed');
const endPaymentStatement = statement(
  'end-refunded-payment',
  { paymentId: 'uuid' },
  `WITH moved AS (
    UPDATE payment
    SET status = 'REFUNDED', attempt = 0, due_at = NULL, ended_at = now(), updated_at = now()
    WHERE id = :paymentId AND status = 'CONFIRMED' AND refunded = amount
    RETURNING id, broker_id, invoice_id
  ), emitted AS (
    ${insertMove('payment', { from: 'CONFIRMED', to: 'REFUNDED' })}
    FROM moved
  )
  ${insertEvent(paymentReversed, {
    id: 'invoice_id',
    details: "jsonb_build_object('paymentId', id, 'status', 'REFUNDED')",
  })}
  FROM moved`,
);

/**
 * Records the outcome of a refund and its effect on the payment and the invoice in one transaction. The invoice is
 * locked first. The payment is REFUNDED when nothing of it is left. The invoice stays PAID, and its event names its
 * effective tax receipts. Returns false if the outcome was already recorded.
 */
export function recordRefund(
  db: Db,
  { id, paymentId, invoiceId }: DueRefund,
  { status, reason }: RefundOutcome,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockInvoice(tx, invoiceId);
    const [moved] = await tx.query(recordStatement, {
      id,
      status,
      reason: reason === undefined ? null : sanitizePartnerText(reason),
      event: refundStatusEvents[status],
    });
    if (!moved) return false;
    if (status === 'FAILED') return true;
    const receipts = await listEffectiveReceipts(tx, invoiceId);
    await tx.query(emitRefundStatement, { id, receiptIds: receipts.map(({ id: receiptId }) => receiptId) });
    // A separate statement, so that it sees the refund that the trigger has added to the payment.
    await tx.query(endPaymentStatement, { paymentId });
    return true;
  });
}

/**
 * Requests new refunds from the provider and polls those that it has not settled. The provider is called outside
 * transactions, with the refund's id as idempotency key. Returns the number of refunds handled.
 */
export function reconcileRefunds(deps: PaymentDeps): Promise<number> {
  return makeDueCalls(deps, {
    call: refundCall,
    acquire: acquireDueRefunds,
    make: (refund, signal) => reconcileRefund(deps, refund, signal),
  });
}

async function reconcileRefund(
  { db, paymentProvider }: PaymentDeps,
  refund: DueRefund,
  signal: AbortSignal,
): Promise<void> {
  const { status, reason } = await requestOrFindRefund(paymentProvider, refund, signal);
  reachCrashPoint('before-commit');
  if (status === 'PENDING') await postponeCall(db, refundCall, refund);
  else await recordRefund(db, refund, { status: status === 'COMPLETED' ? 'COMPLETED' : 'FAILED', reason });
}

/**
 * Returns the provider's state of a refund. An unknown refund is requested, with its id as idempotency key. After an
 * unanswered call the next attempt first asks the provider, and requests only a refund that it does not know. Throws a
 * `TransientError` if the provider does not respond.
 */
async function requestOrFindRefund(
  provider: PaymentProvider,
  refund: DueRefund,
  signal: AbortSignal,
): Promise<RefundResponse> {
  const { id, paymentId, amount, attempt } = refund;
  const find = () => provider.findRefund(id, signal);
  const found = attempt > 1 ? await find() : undefined;
  if (found) return found;
  const request = () => provider.refund({ key: id, signal }, { refundId: id, paymentId, amount, currency: 'BRL' });
  return callOrFind(request, find, ({ code }) => cancelAndFail(provider, id, code, signal));
}

/** An earlier call may still arrive. So the refund becomes FAILED only once the provider no longer accepts it. */
async function cancelAndFail(
  provider: PaymentProvider,
  id: string,
  reason: string,
  signal: AbortSignal,
): Promise<RefundResponse> {
  const response = await callOrFind(
    () => provider.cancelRefund({ key: `${id}:cancel`, signal }, id),
    () => provider.findRefund(id, signal),
    (refusal) => Promise.reject(refusal),
  );
  return response.status === 'CANCELED' ? { status: 'FAILED', reason } : response;
}
