import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

/** In SQL: the receipts of an invoice that are not cancelled, also the drafts, which may be on their way to the tax authority. */
export const fromEffectiveReceipts = (invoiceId: string) => `FROM tax_receipt WHERE invoice_id = ${invoiceId} AND status <> 'CANCELED'`;

export interface EffectiveReceipt {
  readonly id: string;
  readonly documentModel: string;
  readonly status: string;
}

const listStatement = statement(
  'list-effective-receipts',
  `SELECT id, document_model AS "documentModel", status ${fromEffectiveReceipts('$1::uuid')} ORDER BY created_at, id`,
);

/** The tax receipts that stand for an invoice. To be asked with the invoice held, as who drafts one holds it too. */
export function listEffectiveReceipts(tx: Pick<Db, 'query'>, invoiceId: string): Promise<readonly EffectiveReceipt[]> {
  return tx.query<EffectiveReceipt>(listStatement, [invoiceId]);
}
