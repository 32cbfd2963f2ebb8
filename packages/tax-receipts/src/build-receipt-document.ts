import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notAcceptable } from '@linework/problem-details/make-problem';
import { buildAuthorisedXml } from '@linework/tax-documents/build-authorised-xml';
import type { DrawPdf } from '@linework/tax-documents/pdf-thread/open-pdf-thread';
import { buildReceipt } from './content/receipt-content.ts';
import { type ReceiptTarget, receiptNotFound } from './find-receipt.ts';

export interface DocumentRequest extends ReceiptTarget {
  readonly mediaType: 'application/pdf' | 'application/xml';
  readonly drawPdf: DrawPdf;
}

export interface ReceiptDocument {
  readonly fileName: string;
  readonly body: Uint8Array | string;
}

/**
 * The receipt as PDF, or the authorised XML together with the authorisation. Raises not-found, and not-acceptable when
 * there is no XML.
 */
export async function buildReceiptDocument(
  db: Pick<Db, 'prisma'>,
  { caller, receiptId, mediaType, drawPdf }: DocumentRequest,
): Promise<ReceiptDocument> {
  const row = await db.prisma.taxReceipt.findFirst({
    where: { id: receiptId, ...visibleTo(caller) },
    include: { supplier: { select: { series: true } } },
  });
  if (!row) throw receiptNotFound(receiptId);
  const receipt = buildReceipt(row, row.supplier.series);
  const name = row.issuedAt === null ? receiptId : (row.accessKey ?? `${row.documentModel}-${row.number}`);
  if (mediaType === 'application/pdf') {
    // The PDF's date is that of its content, so that any process produces the same bytes.
    return {
      fileName: `${name}.pdf`,
      body: await drawPdf({ receipt, at: row.canceledAt ?? row.issuedAt ?? row.updatedAt }),
    };
  }
  if (receipt.authorisation === null || row.signedXml === null) throw notAcceptable(['application/pdf']);
  return { fileName: `${name}.xml`, body: buildAuthorisedXml(receipt, row.signedXml, receipt.authorisation) };
}
