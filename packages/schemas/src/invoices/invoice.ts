import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { amount, currency, signedAmount } from '../money.ts';
import { invoiceLifecycle } from './invoice.lifecycle.ts';

const timestamp = z.iso.datetime();
const lastDay = z.iso.date().meta({ description: 'The last day of the period, which belongs to it.' });

/** A product, a discount on it, or a charge that a change in the middle of a cycle brought. */
export const invoiceLine = z
  .strictObject({
    kind: z.enum(['PRODUCT', 'DISCOUNT', 'CHARGE']),
    description: z.string(),
    subscriptionProductId: z.uuid(),
    productId: z.uuid(),
    discountId: z.uuid().optional(),
    componentId: z.uuid().optional().meta({ description: 'The component that a discount is on.' }),
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
  status: z.enum(invoiceLifecycle.statuses),
  cycle: z.int().min(1).meta({ description: 'The cycle of the subscription that it is for.' }),
  periodFrom: z.iso.date(),
  periodUntil: lastDay,
  currency,
  totalAmount: amount.meta({ description: 'What its lines add up to.' }),
  dueDate: z.iso.date().optional().meta({ description: 'Once it is open.' }),
  openedAt: timestamp.optional(),
  paidAt: timestamp.optional(),
  overdueAt: timestamp.optional(),
  voidedAt: timestamp.optional(),
  metadata: freeForm,
  createdAt: timestamp,
  updatedAt: timestamp,
};

/** An invoice as a list shows it. */
export const listedInvoice = z.strictObject(members).meta({ id: 'ListedInvoice' });

/** An invoice by itself. */
export const invoice = z.strictObject({ ...members, lines: z.array(invoiceLine) }).meta({ id: 'Invoice' });

export type InvoiceLine = z.infer<typeof invoiceLine>;
export type ListedInvoice = z.infer<typeof listedInvoice>;
export type Invoice = z.infer<typeof invoice>;
