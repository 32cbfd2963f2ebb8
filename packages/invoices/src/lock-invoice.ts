import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { InvoiceStatus } from '@linework/schemas/lifecycles/invoice.lifecycle';

const lockStatement = statement(
  'lock-invoice',
  { invoiceId: 'uuid', brokerId: 'uuid?' },
  `SELECT i.id, i.broker_id AS "brokerId", i.customer_id AS "customerId", i.subscription_id AS "subscriptionId",
     i.status,
    i.total_amount::text AS "totalAmount", i.due_date::text AS "dueDate"
  FROM invoice i
  WHERE i.id = :invoiceId AND (:brokerId IS NULL OR i.broker_id = :brokerId)
  FOR UPDATE OF i`,
);

export interface LockedInvoice {
  readonly id: string;
  readonly brokerId: string;
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly status: InvoiceStatus;
  /** Two decimals. */
  readonly totalAmount: string;
  /** YYYY-MM-DD; null while it is a DRAFT. */
  readonly dueDate: string | null;
}

/**
 * Locks an invoice until the end of the transaction, so that no other transaction pays it, voids it or marks it as
 * paid. Undefined if it does not exist or does not belong to this broker.
 */
export async function lockInvoice(
  tx: Pick<Db, 'query'>,
  invoiceId: string,
  brokerId: string | null = null,
): Promise<LockedInvoice | undefined> {
  const [found] = await tx.query(lockStatement, { invoiceId, brokerId });
  return found;
}

/** An invoice has one open payment at a time. The partial index of that rule serves this query. */
const openPaymentStatement = statement(
  'find-open-payment-of-invoice',
  { invoiceId: 'uuid' },
  `SELECT id FROM payment WHERE invoice_id = :invoiceId AND status IN ('PENDING', 'AUTHORIZED', 'CONFIRMED')`,
);

/** The id of the payment that is in progress or has paid the invoice. The invoice must be locked. */
export async function findOpenPayment(tx: Pick<Db, 'query'>, invoiceId: string): Promise<string | undefined> {
  const [found] = await tx.query(openPaymentStatement, { invoiceId });
  return found?.id;
}
