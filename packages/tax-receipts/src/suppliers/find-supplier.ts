import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { printRecord } from '@linework/schemas/print-record';
import { type Supplier, supplier } from '@linework/schemas/tax-receipts/supplier';

/** The company as its client sees it. Raises not-found when it does not exist or belongs to another broker. */
export async function findSupplier(
  db: Pick<Db, 'prisma'>,
  { caller, supplierId }: { caller: Caller; supplierId: string },
): Promise<Supplier> {
  const found = await db.prisma.supplier.findFirst({ where: { id: supplierId, ...visibleTo(caller) } });
  if (!found) throw supplierNotFound(supplierId);
  return printRecord(supplier, found);
}

export const supplierNotFound = (supplierId: string) => notFound(`There is no supplier ${supplierId}.`);
