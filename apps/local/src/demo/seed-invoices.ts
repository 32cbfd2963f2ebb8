import { toDate, toDay } from '@linework/billing/civil-day';
import { calculateDueDate } from '@linework/invoices/calculate-due-date';
import { createFailureBackoff } from '@linework/invoices/failure-backoff';
import { makeInvoices } from '@linework/invoices/make-invoices';
import { markOverdue } from '@linework/invoices/mark-overdue';
import { voidInvoice } from '@linework/invoices/void-invoice';
import { silentLog } from '@linework/log/log';
import { payInvoice } from '@linework/payments/pay-invoice';
import { reconcilePayments } from '@linework/payments/reconcile-payments';
import { createRefund } from '@linework/payments/refunds/create-refund';
import { reconcileRefunds } from '@linework/payments/refunds/reconcile-refunds';
import type { DemoContext } from './demo-context.ts';
import type { DemoPaymentMethods } from './seed-payment-methods.ts';
import type { DemoSubscriptions } from './seed-subscriptions.ts';

/** The ids of the invoices, by status. */
export interface DemoInvoices {
  readonly draft: string;
  readonly open: string;
  readonly overdue: string;
  readonly paid: string;
  readonly void: string;
}

export interface DemoPayments {
  readonly confirmed: string;
  readonly failed: string;
}

/**
 * Creates the due invoices and brings one into each status. The subscription that has been ACTIVE for months has four
 * invoices.
 */
export async function seedInvoices(
  context: DemoContext,
  { longActive, approved }: DemoSubscriptions,
  methods: DemoPaymentMethods,
): Promise<{ readonly invoices: DemoInvoices; readonly payments: DemoPayments; readonly refundId: string }> {
  const { db, caller } = context;
  await makeInvoices({ db, log: silentLog, backoff: createFailureBackoff() });
  const [paid, overdue, voided, open] = await findInvoices(context, longActive);
  const [draft] = await findInvoices(context, approved);
  if (!paid || !overdue || !voided || !open || !draft) throw new Error('The invoices of the demo were not made.');
  const payments = {
    confirmed: await pay(context, paid.id, methods.card),
    failed: await pay(context, overdue.id, methods.declinedCard),
  };
  // An invoice that was created at the start of its cycle would be overdue now.
  await db.prisma.invoice.update({
    where: { id: overdue.id },
    data: { dueDate: toDate(calculateDueDate(toDay(overdue.periodFrom))) },
  });
  await markOverdue(db);
  await voidInvoice(db, { caller, invoiceId: voided.id });
  return {
    invoices: { draft: draft.id, open: open.id, overdue: overdue.id, paid: paid.id, void: voided.id },
    payments,
    refundId: await refund(context, payments.confirmed),
  };
}

/** Gives a part of a payment back. */
async function refund({ db, caller, partners: { paymentProvider } }: DemoContext, paymentId: string): Promise<string> {
  const { id } = await createRefund(db, { caller, paymentId, amount: '10.00' });
  await reconcileRefunds({ db, log: silentLog, paymentProvider });
  return id;
}

/** Returns the invoices in the order of their cycles. */
function findInvoices({ db }: DemoContext, subscriptionId: string) {
  return db.prisma.invoice.findMany({
    where: { subscriptionId },
    orderBy: { cycle: 'asc' },
    select: { id: true, periodFrom: true },
  });
}

/** Payments are sent to the provider one at a time, because a transaction has one connection. */
async function pay(
  { db, caller, partners: { paymentProvider } }: DemoContext,
  invoiceId: string,
  paymentMethodId: string,
): Promise<string> {
  const { id } = await payInvoice(db, { caller, invoiceId, paymentMethodId });
  await reconcilePayments({ db, log: silentLog, paymentProvider });
  return id;
}
