import type { PricedLine } from '@linework/billing/priced';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvents } from '@linework/events/insert-event';
import { invoiceStatusEvents } from '@linework/schemas/events';

/** A zero invoice is opened and paid at once, so that every cycle has an invoice. */
const insertStatement = statement(
  'insert-invoice',
  {
    id: 'uuid',
    brokerId: 'uuid',
    subscriptionId: 'uuid',
    customerId: 'uuid',
    status: 'text',
    cycle: 'int',
    periodFrom: 'date',
    periodUntil: 'date',
    totalAmount: 'numeric',
    dueDate: 'date',
    lines: 'jsonb',
    metadata: 'jsonb',
    keyId: 'uuid?',
  },
  `WITH made AS (
    INSERT INTO invoice (id, broker_id, subscription_id, customer_id, status, cycle, period_from, period_until,
      total_amount, opened_at, due_date, metadata)
    SELECT :id, :brokerId, :subscriptionId, :customerId, :status, :cycle, :periodFrom, :periodUntil, :totalAmount,
      CASE :status WHEN 'OPEN' THEN now() END, CASE :status WHEN 'OPEN' THEN :dueDate END, :metadata
    RETURNING id, broker_id, status
  ), lines AS (
    INSERT INTO invoice_line (invoice_id, position, kind, description, subscription_product_id, product_id, discount_id,
      component_id, amount, period_from, period_until)
    SELECT made.id, line.position, line.kind, line.description, line."subscriptionProductId", line."productId",
      line."discountId", line."componentId",
      line.amount, line."periodFrom", line."periodUntil"
    FROM made,
      jsonb_to_recordset(:lines) AS line(position int, kind text, description text, "subscriptionProductId" uuid,
        "productId" uuid,
      "discountId" uuid, "componentId" uuid, amount numeric, "periodFrom" date, "periodUntil" date)
  )
  ${insertEvents('invoice', {
    type: `CASE status WHEN 'OPEN' THEN '${invoiceStatusEvents.OPEN}' ELSE '${invoiceStatusEvents.DRAFT}' END`,
    to: 'status',
    key: ':keyId',
  })}
  FROM made`,
);

export interface NewInvoice {
  readonly id: string;
  readonly brokerId: string;
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly status: 'DRAFT' | 'OPEN';
  readonly cycle: number;
  /** YYYY-MM-DD; `periodUntil` is exclusive. */
  readonly periodFrom: string;
  readonly periodUntil: string;
  readonly totalAmount: string;
  /** Ignored for a DRAFT, whose approval sets it. */
  readonly dueDate: string;
  readonly lines: readonly PricedLine[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The key that requested it, if any. */
  readonly keyId?: string | null;
}

/**
 * Inserts an invoice with its lines and its event. The database rejects a second invoice for a cycle, and a total that
 * differs from the sum of the lines.
 */
export async function insertInvoice(
  tx: Pick<Db, 'query'>,
  { lines, metadata = {}, keyId, ...invoice }: NewInvoice,
): Promise<void> {
  const numbered = lines.map((line, position) => ({ position, ...line }));
  await tx.query(insertStatement, { ...invoice, lines: numbered, metadata, keyId });
}
