import type { Db } from '@linework/db/db';
import { notAcceptable } from '@linework/problem-details/make-problem';
import { buildAuthorisedXml } from '@linework/tax-documents/build-authorised-xml';
import type { DrawPdf } from '@linework/tax-documents/pdf-thread/open-pdf-thread';
import { visibleTo } from '../visible-to.ts';
import { type ReceiptTarget, receiptNotFound } from './find-receipt.ts';
import { buildReceipt } from './receipt-content.ts';

export interface DocumentRequest extends ReceiptTarget {
  readonly mediaType: 'application/pdf' | 'application/xml';
  readonly drawPdf: DrawPdf;
}

export interface ReceiptDocument {
  readonly fileName: string;
  readonly body: Uint8Array | string;
}

/** The receipt on paper, or the XML that the authority said yes to together with its yes. Raises not-found, and not-acceptable where there is no XML. */
export async function buildReceiptDocument(db: Pick<Db, 'prisma'>, { caller, receiptId, mediaType, drawPdf }: DocumentRequest): Promise<ReceiptDocument> {
  const row = await db.prisma.taxReceipt.findFirst({ where: { id: receiptId, ...visibleTo(caller) }, include: { supplier: { select: { series: true } } } });
  if (!row) throw receiptNotFound(receiptId);
  const receipt = buildReceipt(row, row.supplier.series);
  const name = row.issuedAt === null ? receiptId : (row.accessKey ?? `${row.documentModel}-${row.number}`);
  if (mediaType === 'application/pdf') {
    // The paper is as old as what it says: asked for again, and by whatever process, it has the same bytes.
    return { fileName: `${name}.pdf`, body: await drawPdf({ receipt, at: row.canceledAt ?? row.issuedAt ?? row.updatedAt }) };
  }
  if (receipt.authorisation === null || row.signedXml === null) throw notAcceptable(['application/pdf']);
  return { fileName: `${name}.xml`, body: buildAuthorisedXml(receipt, row.signedXml, receipt.authorisation) };
}
