import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { type Range, range } from '@linework/schemas/inventory/ranges/range';
import { printRecord } from '@linework/schemas/print-record';

/** The range as its client sees it. Raises not-found when it does not exist or belongs to another broker. */
export async function findRange(
  db: Pick<Db, 'prisma'>,
  { caller, rangeId }: { readonly caller: Caller; readonly rangeId: string },
): Promise<Range> {
  const row = await db.prisma.numberRange.findFirst({ where: { id: rangeId, ...visibleTo(caller) } });
  if (!row) throw rangeNotFound(rangeId);
  return printRecord(range, row);
}

export const rangeNotFound = (rangeId: string) => notFound(`There is no range ${rangeId}.`);
