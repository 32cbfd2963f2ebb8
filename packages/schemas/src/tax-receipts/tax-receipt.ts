import { z } from 'zod';
import { states } from '../holders/postal-address.ts';
import { taxReceiptLifecycle } from '../lifecycles/tax-receipt.lifecycle.ts';
import { freeForm } from '../values/free-form.ts';
import { amount } from '../values/money.ts';

const timestamp = z.iso.datetime();

export const documentModels = ['22', '62', 'DEBIT_RECEIPT'] as const;
export type DocumentModel = (typeof documentModels)[number];

export const documentModel = z.enum(documentModels).meta({
  description: '`62` is the NFCom; `22` the paper receipt before it; `DEBIT_RECEIPT` is no fiscal document.',
});

/** A tax receipt exactly as the interface specifies it. */
export const taxReceipt = z
  .strictObject({
    id: z.uuid(),
    customerId: z.uuid(),
    supplierId: z.uuid(),
    status: z.enum(taxReceiptLifecycle.statuses),
    documentModel,
    uf: z.enum(states),
    createdAt: timestamp,
    issuedAt: timestamp.optional(),
    number: z.int().min(1).max(999_999_999).optional().meta({ description: 'Present once it is issued.' }),
    serialNumberId: z.uuid().optional(),
    canceledAt: timestamp.optional(),
    totalAmount: amount,
    metadata: freeForm,
  })
  .meta({ id: 'TaxReceipt' });

export type TaxReceipt = z.infer<typeof taxReceipt>;
