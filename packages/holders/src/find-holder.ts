import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { type Holder, holder } from '@linework/schemas/holders/holder';
import { printRecord } from '@linework/schemas/print-record';

/** Returns the holder in its API form. Raises not-found when it does not exist or belongs to another broker. */
export async function findHolder(
  db: Pick<Db, 'prisma'>,
  { caller, holderId }: { caller: Caller; holderId: string },
): Promise<Holder> {
  const record = await db.prisma.holder.findFirst({ where: { id: holderId, ...visibleTo(caller) } });
  if (!record) throw holderNotFound(holderId);
  return printRecord(holder, record);
}

export const holderNotFound = (holderId: string) => notFound(`There is no holder ${holderId}.`);
