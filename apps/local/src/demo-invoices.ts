import { dateOf, dayOf } from '@linework/domain/billing/civil-day';
import { dueDateOf } from '@linework/domain/invoices/due-date';
import { makeInvoices } from '@linework/domain/invoices/make-invoices';
import { markOverdue } from '@linework/domain/invoices/mark-overdue';
import { setAside } from '@linework/domain/invoices/set-aside';
import { voidInvoice } from '@linework/domain/invoices/void-invoice';
import { askAboutPayments } from '@linework/domain/payments/ask-about-payments';
import { payInvoice } from '@linework/domain/payments/pay-invoice';
import { silentLog } from '@linework/log/log';
import type { DemoDesk } from './demo-desk.ts';
import type { DemoPaymentMethods } from './demo-payment-methods.ts';
import type { DemoSubscriptions } from './demo-subscriptions.ts';

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
export async function layInvoices(
  desk: DemoDesk,
  { longActive, approved }: DemoSubscriptions,
  methods: DemoPaymentMethods,
): Promise<{ readonly invoices: DemoInvoices; readonly payments: DemoPayments }> {
  const { db, caller } = desk;
  await makeInvoices({ db, log: silentLog, setAside: setAside() });
  const [paid, overdue, voided, open] = await invoicesOf(desk, longActive);
  const [draft] = await invoicesOf(desk, approved);
  if (!paid || !overdue || !voided || !open || !draft) throw new Error('The invoices of the demo were not made.');
  const payments = { confirmed: await pay(desk, paid.id, methods.card), failed: await pay(desk, overdue.id, methods.declinedCard) };
  // Made when its cycle began, it would have been due by now.
  await db.prisma.invoice.update({ where: { id: overdue.id }, data: { dueDate: dateOf(dueDateOf(dayOf(overdue.periodFrom))) } });
  await markOverdue(db);
  await voidInvoice(db, { caller, invoiceId: voided.id });
  return {
    invoices: { draft: draft.id, open: open.id, overdue: overdue.id, paid: paid.id, void: voided.id },
    payments,
  };
}

/** From the first cycle on. */
function invoicesOf({ db }: DemoDesk, subscriptionId: string) {
  return db.prisma.invoice.findMany({ where: { subscriptionId }, orderBy: { cycle: 'asc' }, select: { id: true, periodFrom: true } });
}

/** The provider is asked about one at a time: a transaction has one connection. */
async function pay({ db, caller, partners: { paymentProvider } }: DemoDesk, invoiceId: string, paymentMethodId: string): Promise<string> {
  const { id } = await payInvoice(db, { caller, invoiceId, paymentMethodId });
  await askAboutPayments({ db, log: silentLog, paymentProvider });
  return id;
}
