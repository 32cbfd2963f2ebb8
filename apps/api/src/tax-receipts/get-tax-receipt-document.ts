import { documentOfReceipt } from '@linework/domain/tax-receipts/document-of-receipt';
import { implement } from '@linework/http/implement';
import { getTaxReceiptDocumentRoute } from '@linework/schemas/tax-receipts/get-tax-receipt-document.route';
import type { Deps } from '../deps.ts';

export const getTaxReceiptDocument = implement(getTaxReceiptDocumentRoute, async ({ params, caller, mediaType }, { db, draw }: Deps) => {
  const wanted = mediaType === 'application/xml' ? mediaType : 'application/pdf';
  const { fileName, body } = await documentOfReceipt(db, { caller, receiptId: params.id, mediaType: wanted, draw });
  return { status: 200, body, headers: { 'Content-Disposition': `inline; filename="${fileName}"` } };
});
