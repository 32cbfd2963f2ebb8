import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { invoiceStatusEvents } from '@linework/schemas/events';
import type { InvoiceStatus } from '@linework/schemas/lifecycles/invoice.lifecycle';
import { aBroker } from './a-broker.ts';
import { aHolder } from './a-holder.ts';

export interface TestInvoice {
  readonly id: string;
  readonly brokerId: string;
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly status: InvoiceStatus;
  readonly amount: string;
  /** The product of its first line. */
  readonly productId: string;
}

/** The values that a test may choose for its invoice. The others have generated values. */
export interface InvoiceOptions {
  readonly brokerId?: string;
  readonly customerId?: string;
  /** A subscription of the customer. */
  readonly subscriptionId?: string;
  /** The total, with two decimals. */
  readonly amount?: string;
  readonly cycle?: number;
  readonly periodFrom?: string;
  readonly periodUntil?: string;
  readonly dueDate?: string;
}

/** The allowed transitions to each status. */
const statusPaths = {
  DRAFT: ['DRAFT'],
  OPEN: ['OPEN'],
  PAID: ['OPEN', 'PAID'],
  OVERDUE: ['OPEN', 'OVERDUE'],
  VOID: ['OPEN', 'VOID'],
} as const satisfies Record<InvoiceStatus, readonly InvoiceStatus[]>;

/** An invoice with one line. It reached its status by allowed transitions, each with its event. */
export async function anInvoice(db: Db, status: InvoiceStatus, options: InvoiceOptions = {}): Promise<TestInvoice> {
  const {
    amount = '44.91',
    cycle = 1,
    periodFrom = '2026-10-01',
    periodUntil = '2026-11-01',
    dueDate = '2026-11-11',
  } = options;
  const brokerId = options.brokerId ?? (await aBroker(db)).id;
  const customerId = options.customerId ?? (await aHolder(db, { brokerId })).id;
  const subscriptionId = options.subscriptionId ?? (await createSubscription(db, { brokerId, customerId }));
  const [id, productId] = [randomUUID(), randomUUID()];
  const period = { periodFrom: new Date(periodFrom), periodUntil: new Date(periodUntil) };
  const line = { description: 'Controle 10 GB', subscriptionProductId: randomUUID(), productId, amount, ...period };
  const [initialStatus, ...laterStatuses]: readonly InvoiceStatus[] = statusPaths[status];
  await db.transaction(async (tx) => {
    const opened = initialStatus === 'OPEN' ? { openedAt: new Date(), dueDate: new Date(dueDate) } : {};
    const invoice = { id, brokerId, customerId, subscriptionId, cycle, ...period, totalAmount: amount, ...opened };
    await tx.prisma.invoice.create({ data: { ...invoice, status: initialStatus as InvoiceStatus } });
    await tx.prisma.invoiceLine.create({ data: { invoiceId: id, position: 0, kind: 'PRODUCT', ...line } });
    await insertStatusEvent(tx, invoice, null, initialStatus as InvoiceStatus);
    for (const to of laterStatuses) {
      await tx.prisma.invoice.updateMany({ where: { id }, data: { status: to, ...statusTimestamps(to) } });
      await insertStatusEvent(tx, invoice, initialStatus as InvoiceStatus, to);
    }
  });
  return { id, brokerId, customerId, subscriptionId, status, amount, productId };
}

function statusTimestamps(status: InvoiceStatus) {
  const now = new Date();
  return {
    ...(status === 'PAID' && { paidAt: now }),
    ...(status === 'OVERDUE' && { overdueAt: now }),
    ...(status === 'VOID' && { voidedAt: now }),
  };
}

async function createSubscription(
  db: Pick<Db, 'prisma'>,
  of: { readonly brokerId: string; readonly customerId: string },
): Promise<string> {
  const created = { id: randomUUID(), status: 'DRAFT', offerId: randomUUID(), offerVersionId: randomUUID() };
  const billing = { frequency: 'MONTHLY', billingType: 'POSTPAID', changesBehavior: 'IMMEDIATE_WITH_PRORATE' };
  const { id } = await db.prisma.subscription.create({ data: { ...of, ...created, ...billing }, select: { id: true } });
  return id;
}

type InsertStatusEvent = (
  tx: Db,
  of: { readonly id: string; readonly brokerId: string },
  fromStatus: InvoiceStatus | null,
  toStatus: InvoiceStatus,
) => Promise<unknown>;

const insertStatusEvent: InsertStatusEvent = (tx, { id, brokerId }, fromStatus, toStatus) =>
  tx.prisma.event.create({
    data: {
      brokerId,
      type: invoiceStatusEvents[toStatus],
      resourceType: 'invoice',
      resourceId: id,
      fromStatus,
      toStatus,
    },
  });
