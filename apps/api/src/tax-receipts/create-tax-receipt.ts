import { implement } from '@linework/http/implement';
import { createTaxReceiptRoute } from '@linework/schemas/tax-receipts/tax-receipts.routes';
import { draftReceipt } from '@linework/tax-receipts/draft-receipt';
import type { Deps } from '../deps.ts';

export const createTaxReceipt = implement(createTaxReceiptRoute, async ({ body, caller }, { db, tax }: Deps) => {
  const receipt = await draftReceipt(db, tax, { caller, ...body });
  return { status: 201, body: receipt, headers: { Location: `/tax-receipts/${receipt.id}` } };
});
