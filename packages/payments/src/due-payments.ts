import type { Db } from '@linework/db/db';
import { defineDurableCall } from '@linework/partners/durable-call/define-durable-call';
import type { LeasedRecord } from '@linework/partners/durable-call/leased-record';
import { eventType } from '@linework/schemas/events';
import type { PaymentStatus } from '@linework/schemas/lifecycles/payment.lifecycle';

/** A payment whose state is polled at the provider. */
export interface DuePayment extends LeasedRecord {
  readonly invoiceId: string;
  readonly paymentMethodId: string;
  readonly status: PaymentStatus;
  /** Decimal, two places. */
  readonly amount: string;
  readonly cancelRequested: boolean;
}

export const paymentCall = defineDurableCall({
  kind: 'payment',
  table: 'payment',
  unansweredEvent: eventType('payment.unanswered'),
  columns: `r.invoice_id AS "invoiceId", r.payment_method_id AS "paymentMethodId", r.status, r.amount::text,
    r.cancel_requested_at IS NOT NULL AS "cancelRequested"`,
});

/** Acquires the lease of due payments. Records that another worker has locked are skipped. */
export const acquireDuePayments = (
  db: Pick<Db, 'query'>,
  limit: number,
  leaseMs: number,
): Promise<readonly DuePayment[]> => db.query(paymentCall.acquireStatement, { limit, leaseMs });

/** A payment that has ended has no due date, and is not polled. */
const readStatement = paymentCall.readStatement.returns<{ dueAt: Date }>();

/** Reads the current state of a payment; undefined if it does not exist. */
export async function readPayment(db: Pick<Db, 'query'>, id: string): Promise<DuePayment | undefined> {
  const [payment] = await db.query(readStatement, { id });
  return payment;
}
