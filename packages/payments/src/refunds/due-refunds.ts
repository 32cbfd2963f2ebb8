import type { Db } from '@linework/db/db';
import { defineDurableCall } from '@linework/partners/durable-call/define-durable-call';
import type { LeasedRecord } from '@linework/partners/durable-call/leased-record';
import { makeCallDue } from '@linework/partners/durable-call/schedule-calls';
import { eventType } from '@linework/schemas/events';
import type { RefundStatus } from '@linework/schemas/lifecycles/refund.lifecycle';
import type { RefundTarget } from './read-refunds.ts';

/** A refund whose state is polled at the provider. */
export interface DueRefund extends LeasedRecord {
  readonly paymentId: string;
  readonly invoiceId: string;
  readonly status: RefundStatus;
  /** Decimal, two places. */
  readonly amount: string;
}

export const refundCall = defineDurableCall({
  kind: 'refund',
  table: 'refund',
  unansweredEvent: eventType('refund.unanswered'),
  columns: `r.payment_id AS "paymentId", r.status, r.amount::text,
    (SELECT p.invoice_id FROM payment p WHERE p.id = r.payment_id) AS "invoiceId"`,
});

/** Each refund has the invoice of its payment. */
const acquireStatement = refundCall.acquireStatement.returns<{ invoiceId: string }>();
/** A refund that has ended has no due date, and is not polled. */
const readStatement = refundCall.readStatement.returns<{ invoiceId: string; dueAt: Date }>();

/** Acquires the lease of due refunds. Records that another worker has locked are skipped. */
export const acquireDueRefunds = (
  db: Pick<Db, 'query'>,
  limit: number,
  leaseMs: number,
): Promise<readonly DueRefund[]> => db.query(acquireStatement, { limit, leaseMs });

/** Reads the current state of a refund; undefined if it does not exist. */
export async function readRefund(db: Pick<Db, 'query'>, id: string): Promise<DueRefund | undefined> {
  const [refund] = await db.query(readStatement, { id });
  return refund;
}

/** Makes a PENDING refund due for polling at once. Does nothing for any other refund. */
export async function makeRefundDue(db: Pick<Db, 'query'>, { caller, refundId }: RefundTarget): Promise<void> {
  await makeCallDue(db, refundCall, { id: refundId, brokerId: caller.brokerId, statuses: ['PENDING'] });
}
