import { z } from 'zod';
import { invoiceLifecycle } from '../lifecycles/invoice.lifecycle.ts';
import { freeForm } from '../values/free-form.ts';
import { amount, currency, signedAmount } from '../values/money.ts';

const timestamp = z.iso.datetime();
const lastDay = z.iso.date().meta({ description: 'The last day of the period, inclusive.' });

/** The line of a product, a discount, or a charge for a change within a cycle. */
const invoiceLine = z
  .strictObject({
    kind: z.enum(['PRODUCT', 'DISCOUNT', 'CHARGE']),
    description: z.string(),
    subscriptionProductId: z.uuid(),
    productId: z.uuid(),
    discountId: z.uuid().optional(),
    componentId: z.uuid().optional().meta({ description: 'The component that the discount applies to.' }),
    amount: signedAmount,
    periodFrom: z.iso.date(),
    periodUntil: lastDay,
  })
  .meta({ id: 'InvoiceLine' });

const members = {
  id: z.uuid(),
  brokerId: z.uuid(),
  subscriptionId: z.uuid(),
  customerId: z.uuid(),
  cycle: z.int().min(1).meta({ description: 'The invoiced cycle of the subscription.' }),
  periodFrom: z.iso.date(),
  periodUntil: lastDay,
  status: z.enum(invoiceLifecycle.statuses),
  currency,
  totalAmount: amount.meta({ description: 'The sum of the lines.' }),
  dueDate: z.iso.date().optional().meta({ description: 'Absent while the invoice is a DRAFT.' }),
  openedAt: timestamp.optional(),
  paidAt: timestamp.optional(),
  overdueAt: timestamp.optional(),
  voidedAt: timestamp.optional(),
  metadata: freeForm,
  createdAt: timestamp,
  updatedAt: timestamp,
};

/** An invoice in a list. */
export const listedInvoice = z.strictObject(members).meta({ id: 'ListedInvoice' });

/** A single invoice with its lines. */
export const invoice = z.strictObject({ ...members, lines: z.array(invoiceLine) }).meta({ id: 'Invoice' });

export type InvoiceLine = z.infer<typeof invoiceLine>;
export type ListedInvoice = z.infer<typeof listedInvoice>;
export type Invoice = z.infer<typeof invoice>;
