import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { documentModel, taxReceipt } from './tax-receipt.ts';

export const createTaxReceiptRoute = defineRoute({
  name: 'createTaxReceipt',
  method: 'post',
  path: '/tax-receipts',
  tag: 'tax-receipts',
  summary: 'Draft a tax receipt from an invoice',
  description:
    'The content of the receipt is fixed at this moment. 422 lists everything that keeps the invoice from having a receipt.',
  scope: 'tax-receipts:write',
  body: z.strictObject({
    invoiceId: z.uuid(),
    documentModel,
    supplierId: z.uuid().optional().meta({ description: "May be left out if the invoice's broker has only one." }),
    metadata: freeForm.optional(),
  }),
  responses: { 201: { description: 'The draft.', body: taxReceipt, headers: { Location: 'The receipt' } } },
  problems: [
    'customer-address-missing',
    'customer-anonymised',
    'fiscal-receipt-exists',
    'invoice-not-owed',
    'not-a-tax-receipt',
    'nothing-to-bill',
    'receipt-exists',
    'several-suppliers',
    'total-too-high',
    'unknown-invoice',
    'unknown-supplier',
  ],
});
