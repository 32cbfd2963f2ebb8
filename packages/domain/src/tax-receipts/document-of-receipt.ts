import type { Db } from '@linework/db/db';
import { notAcceptable } from '@linework/problem-details/make-problem';
import { authorisedXml } from '@linework/tax-documents/authorised-xml';
import type { Draw } from '@linework/tax-documents/paper/draw-in-thread';
import { visibleTo } from '../visible-to.ts';
import { noSuchReceipt, type ReceiptAsked } from './find-receipt.ts';
import { receiptOf } from './receipt-content.ts';

export interface DocumentAsked extends ReceiptAsked {
  readonly mediaType: 'application/pdf' | 'application/xml';
  readonly draw: Draw;
}

export interface ReceiptDocument {
  readonly fileName: string;
  readonly body: Uint8Array | string;
}

/** The receipt on paper, or the XML that the authority said yes to together with its yes. Raises not-found, and not-acceptable where there is no XML. */
export async function documentOfReceipt(db: Pick<Db, 'prisma'>, { caller, receiptId, mediaType, draw }: DocumentAsked): Promise<ReceiptDocument> {
  const row = await db.prisma.taxReceipt.findFirst({ where: { id: receiptId, ...visibleTo(caller) }, include: { supplier: { select: { series: true } } } });
  if (!row) throw noSuchReceipt(receiptId);
  const receipt = receiptOf(row, row.supplier.series);
  const name = row.issuedAt === null ? receiptId : (row.accessKey ?? `${row.documentModel}-${row.number}`);
  if (mediaType === 'application/pdf') {
    // The paper is as old as what it says: asked for again, and by whatever process, it has the same bytes.
    return { fileName: `${name}.pdf`, body: await draw({ receipt, at: row.canceledAt ?? row.issuedAt ?? row.updatedAt }) };
  }
  if (receipt.authorisation === null || row.signedXml === null) throw notAcceptable(['application/pdf']);
  return { fileName: `${name}.xml`, body: authorisedXml(receipt, row.signedXml, receipt.authorisation) };
}
