import { implement } from '@linework/http/implement';
import { getTaxReceiptRoute } from '@linework/schemas/tax-receipts/tax-receipts.routes';
import { findReceipt } from '@linework/tax-receipts/find-receipt';
import type { Deps } from '../deps.ts';

export const getTaxReceipt = implement(getTaxReceiptRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findReceipt(db, { caller, receiptId: params.id }),
}));
