import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

/**
 * SQL for the tax receipts of an invoice that are not cancelled. Drafts count, because they may already be on the way
 * to the tax authority.
 */
export const fromEffectiveReceipts = (invoiceId: string) =>
  `FROM tax_receipt WHERE invoice_id = ${invoiceId} AND status <> 'CANCELED'`;

export interface EffectiveReceipt {
  readonly id: string;
  readonly documentModel: string;
  readonly status: string;
}

const listStatement = statement(
  'list-effective-receipts',
  { invoiceId: 'uuid' },
  `SELECT id, document_model AS "documentModel", status ${fromEffectiveReceipts(':invoiceId')} ORDER BY created_at, id`,
);

/** Lists the effective tax receipts of an invoice. The invoice must be locked; drafting a receipt locks it too. */
export function listEffectiveReceipts(tx: Pick<Db, 'query'>, invoiceId: string): Promise<readonly EffectiveReceipt[]> {
  return tx.query(listStatement, { invoiceId });
}
