import { implement } from '@linework/http/implement';
import { unavailable } from '@linework/problem-details/make-problem';
import { getTaxReceiptDocumentRoute } from '@linework/schemas/tax-receipts/tax-receipts.routes';
import { PdfThreadNotLoaded } from '@linework/tax-documents/pdf-thread/open-pdf-thread';
import { buildReceiptDocument } from '@linework/tax-receipts/build-receipt-document';
import type { Deps } from '../deps.ts';

export const getTaxReceiptDocument = implement(
  getTaxReceiptDocumentRoute,
  async ({ params, caller, mediaType }, { db, drawPdf }: Deps) => {
    const wanted = mediaType === 'application/xml' ? mediaType : 'application/pdf';
    const { fileName, body } = await buildReceiptDocument(db, {
      caller,
      receiptId: params.id,
      mediaType: wanted,
      drawPdf,
    }).catch(throwUnavailable);
    return { status: 200, body, headers: { 'Content-Disposition': `inline; filename="${fileName}"` } };
  },
);

const retryAfterSeconds = 60;

/** 503: an operator has replaced the files of this program but has not restarted it yet. Another process may be able to draw. */
function throwUnavailable(error: unknown): never {
  if (error instanceof PdfThreadNotLoaded)
    throw unavailable('Documents cannot be drawn until this API is restarted.', retryAfterSeconds, { cause: error });
  throw error;
}
