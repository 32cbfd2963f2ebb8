import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { notFound } from '@linework/problem-details/make-problem';
import type { TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import { visibleTo } from '../visible-to.ts';
import { shownMembers, showReceipt } from './show-receipt.ts';

export interface ReceiptAsked {
  readonly caller: Caller;
  readonly receiptId: string;
}

/** The receipt as its client sees it. Raises not-found when it is not there, or another broker's. */
export async function findReceipt(db: Pick<Db, 'prisma'>, { caller, receiptId }: ReceiptAsked): Promise<TaxReceipt> {
  const found = await db.prisma.taxReceipt.findFirst({ where: { id: receiptId, ...visibleTo(caller) }, select: shownMembers });
  if (!found) throw noSuchReceipt(receiptId);
  return showReceipt(found);
}

export const noSuchReceipt = (receiptId: string) => notFound(`There is no tax receipt ${receiptId}.`);
