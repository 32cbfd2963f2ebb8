import { cancelReceipt } from '@linework/domain/tax-receipts/cancel-receipt';
import { implement } from '@linework/http/implement';
import { cancelTaxReceiptRoute } from '@linework/schemas/tax-receipts/cancel-tax-receipt.route';
import type { Deps } from '../deps.ts';

export const cancelTaxReceipt = implement(cancelTaxReceiptRoute, async ({ params, body, caller }, { db, tax, partners: { taxAuthority } }: Deps) => ({
  status: 200,
  body: await cancelReceipt({ db, tax, taxAuthority }, { caller, receiptId: params.id, reason: body.reason }),
}));
