import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import type { Supplier } from '@linework/schemas/tax-receipts/supplier';
import { showSupplier } from './show-supplier.ts';

/** The company as its client sees it. Raises not-found when it does not exist or belongs to another broker. */
export async function findSupplier(
  db: Pick<Db, 'prisma'>,
  { caller, supplierId }: { caller: Caller; supplierId: string },
): Promise<Supplier> {
  const found = await db.prisma.supplier.findFirst({ where: { id: supplierId, ...visibleTo(caller) } });
  if (!found) throw supplierNotFound(supplierId);
  return showSupplier(found);
}

export const supplierNotFound = (supplierId: string) => notFound(`There is no supplier ${supplierId}.`);
