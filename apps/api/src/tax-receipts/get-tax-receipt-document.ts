import { documentOfReceipt } from '@linework/domain/tax-receipts/document-of-receipt';
import { implement } from '@linework/http/implement';
import { unavailable } from '@linework/problem-details/make-problem';
import { getTaxReceiptDocumentRoute } from '@linework/schemas/tax-receipts/get-tax-receipt-document.route';
import { DrawingNotLoaded } from '@linework/tax-documents/paper/draw-in-thread';
import type { Deps } from '../deps.ts';

export const getTaxReceiptDocument = implement(getTaxReceiptDocumentRoute, async ({ params, caller, mediaType }, { db, draw }: Deps) => {
  const wanted = mediaType === 'application/xml' ? mediaType : 'application/pdf';
  const { fileName, body } = await documentOfReceipt(db, { caller, receiptId: params.id, mediaType: wanted, draw }).catch(unlessLoaded);
  return { status: 200, body, headers: { 'Content-Disposition': `inline; filename="${fileName}"` } };
});

const retryAfterSeconds = 60;

/** 503: an operator has replaced the files of this program, and has yet to start it again. Another process may draw. */
function unlessLoaded(error: unknown): never {
  if (error instanceof DrawingNotLoaded) throw unavailable('Papers cannot be drawn until this API is started again.', retryAfterSeconds, { cause: error });
  throw error;
}
