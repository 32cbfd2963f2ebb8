import { toDate, toDay } from '@linework/domain/billing/civil-day';
import { calculateDueDate } from '@linework/domain/invoices/calculate-due-date';
import { createFailureBackoff } from '@linework/domain/invoices/failure-backoff';
import { makeInvoices } from '@linework/domain/invoices/make-invoices';
import { markOverdue } from '@linework/domain/invoices/mark-overdue';
import { voidInvoice } from '@linework/domain/invoices/void-invoice';
import { payInvoice } from '@linework/domain/payments/pay-invoice';
import { reconcilePayments } from '@linework/domain/payments/reconcile-payments';
import { silentLog } from '@linework/log/log';
import type { DemoContext } from './demo-context.ts';
import type { DemoPaymentMethods } from './seed-payment-methods.ts';
import type { DemoSubscriptions } from './seed-subscriptions.ts';

/** By the status that they are in. */
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

/** Makes the invoices that are due and takes one each to every status: the subscription that is ACTIVE for long has four. */
export async function seedInvoices(
  context: DemoContext,
  { longActive, approved }: DemoSubscriptions,
  methods: DemoPaymentMethods,
): Promise<{ readonly invoices: DemoInvoices; readonly payments: DemoPayments }> {
  const { db, caller } = context;
  await makeInvoices({ db, log: silentLog, backoff: createFailureBackoff() });
  const [paid, overdue, voided, open] = await findInvoices(context, longActive);
  const [draft] = await findInvoices(context, approved);
  if (!paid || !overdue || !voided || !open || !draft) throw new Error('The invoices of the demo were not made.');
  const payments = { confirmed: await pay(context, paid.id, methods.card), failed: await pay(context, overdue.id, methods.declinedCard) };
  // Made when its cycle began, it would have been due by now.
  await db.prisma.invoice.update({ where: { id: overdue.id }, data: { dueDate: toDate(calculateDueDate(toDay(overdue.periodFrom))) } });
  await markOverdue(db);
  await voidInvoice(db, { caller, invoiceId: voided.id });
  return {
    invoices: { draft: draft.id, open: open.id, overdue: overdue.id, paid: paid.id, void: voided.id },
    payments,
  };
}

/** From the first cycle on. */
function findInvoices({ db }: DemoContext, subscriptionId: string) {
  return db.prisma.invoice.findMany({ where: { subscriptionId }, orderBy: { cycle: 'asc' }, select: { id: true, periodFrom: true } });
}

/** The provider is asked about one at a time: a transaction has one connection. */
async function pay({ db, caller, partners: { paymentProvider } }: DemoContext, invoiceId: string, paymentMethodId: string): Promise<string> {
  const { id } = await payInvoice(db, { caller, invoiceId, paymentMethodId });
  await reconcilePayments({ db, log: silentLog, paymentProvider });
  return id;
}
