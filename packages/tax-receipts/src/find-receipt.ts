import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import type { TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import { receiptSelect, showReceipt } from './show-receipt.ts';

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
  return showReceipt(found);
}

export const receiptNotFound = (receiptId: string) => notFound(`There is no tax receipt ${receiptId}.`);
