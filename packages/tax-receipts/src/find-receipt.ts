import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { TaxReceiptModel } from '@linework/db/generated/models/TaxReceipt';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { printRecord, selectMembers } from '@linework/schemas/print-record';
import { type TaxReceipt, taxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';

export interface ReceiptTarget {
  readonly caller: Caller;
  readonly receiptId: string;
}

/** The receipt as its client sees it. Raises not-found when it does not exist or belongs to another broker. */
export async function findReceipt(db: Pick<Db, 'prisma'>, { caller, receiptId }: ReceiptTarget): Promise<TaxReceipt> {
  const found = await db.prisma.taxReceipt.findFirst({
    where: { id: receiptId, ...visibleTo(caller) },
    select: receiptSelect,
  });
  if (!found) throw receiptNotFound(receiptId);
  return printReceipt(found);
}

export const receiptNotFound = (receiptId: string) => notFound(`There is no tax receipt ${receiptId}.`);

/** The columns of a receipt that are shown: its content and its documents are many times larger. */
export const receiptSelect = selectMembers(taxReceipt);

/** The receipt as its client sees it. The number of an unissued receipt may still change, and is not shown. */
export const printReceipt = (receipt: Pick<TaxReceiptModel, keyof typeof receiptSelect>): TaxReceipt =>
  printRecord(taxReceipt, { ...receipt, ...(receipt.issuedAt === null && { number: null, serialNumberId: null }) });
