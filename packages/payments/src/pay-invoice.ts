import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { invalidInvoiceTransition } from '@linework/invoices/approve-invoice';
import { findOpenPayment, lockInvoice } from '@linework/invoices/lock-invoice';
import { dueNow } from '@linework/partners/durable-call/due-times';
import { conflict, notFound, unprocessableRequest } from '@linework/problem-details/make-problem';
import { invoiceLifecycle } from '@linework/schemas/lifecycles/invoice.lifecycle';
import type { Payment } from '@linework/schemas/payments/payment';
import { v7 as newId } from 'uuid';
import { findPayment } from './find-payment.ts';
import { findMethodToCharge, type MethodToCharge } from './methods/find-method-to-charge.ts';

/** The payment is due at once. The unique index of ON CONFLICT prevents a second payment of an invoice. */
const insertStatement = statement(
  'insert-payment',
  {
    id: 'uuid',
    brokerId: 'uuid',
    customerId: 'uuid',
    invoiceId: 'uuid',
    methodId: 'uuid',
    type: 'text',
    totalAmount: 'numeric',
    metadata: 'jsonb',
    keyId: 'uuid',
  },
  `WITH made AS (
    INSERT INTO payment (id, broker_id, customer_id, invoice_id, payment_method_id, method, status, amount, metadata,
      due_at)
    VALUES (:id, :brokerId, :customerId, :invoiceId, :methodId, :type, 'PENDING', :totalAmount, :metadata, ${dueNow})
    ON CONFLICT (invoice_id) WHERE status IN ('PENDING', 'AUTHORIZED', 'CONFIRMED') DO NOTHING
    RETURNING id, broker_id, invoice_id
  )
  ${insertMove('payment', { to: 'PENDING', key: ':keyId', details: "jsonb_build_object('invoiceId', invoice_id)" })}
  FROM made
  RETURNING resource_id`,
);

export interface PaymentInput {
  readonly caller: Caller;
  readonly invoiceId: string;
  /** Defaults to the holder's default payment method. */
  readonly paymentMethodId?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Records a payment of an invoice; a job charges it at the provider. Raises not-found, invalid-status-transition when
 * the invoice cannot be paid, conflict while another payment is in progress, and 422 when there is no payment method to
 * charge.
 */
export function payInvoice(
  db: Db,
  { caller, invoiceId, paymentMethodId, metadata = {} }: PaymentInput,
): Promise<Payment> {
  const id = newId();
  return db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId, caller.brokerId);
    if (!invoice) throw notFound(`There is no invoice ${invoiceId}.`);
    const { brokerId, customerId, status, totalAmount } = invoice;
    if (!invoiceLifecycle.canMove(status, 'PAID')) throw invalidInvoiceTransition({ id: invoiceId, status }, 'pay');
    const method = (await findMethodToCharge(tx, customerId, paymentMethodId)) ?? rejectMissingMethod(paymentMethodId);
    const values = {
      id,
      brokerId,
      customerId,
      invoiceId,
      methodId: method.id,
      type: method.type,
      totalAmount,
      metadata,
      keyId: caller.keyId,
    };
    const [made] = await tx.query(insertStatement, values);
    return made ? findPayment(tx, { caller, paymentId: id }) : rejectSecondPayment(tx, invoiceId);
  });
}

function rejectMissingMethod(paymentMethodId: string | undefined): MethodToCharge {
  if (paymentMethodId === undefined)
    throw unprocessableRequest(
      'The holder has no ACTIVE default payment method. Set one or name a `paymentMethodId`.',
      { code: 'no-default-payment-method' },
    );
  throw unprocessableRequest('The holder of the invoice has no ACTIVE payment method with this id.', {
    code: 'payment-method-not-active',
  });
}

async function rejectSecondPayment(tx: Pick<Db, 'query'>, invoiceId: string): Promise<never> {
  const paymentId = await findOpenPayment(tx, invoiceId);
  throw conflict('Another payment of this invoice is in progress.', { code: 'payment-in-progress', paymentId });
}
