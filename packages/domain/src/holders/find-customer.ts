import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { impossibleRequest } from '@linework/problem-details/make-problem';
import { visibleTo } from '../visible-to.ts';

/** Whose holder it is that something new is to be made for. Raises 422 for one that is not there, another broker's, or anonymised. */
export async function findCustomer(db: Pick<Db, 'prisma'>, caller: Caller, holderId: string): Promise<{ readonly id: string; readonly brokerId: string }> {
  const found = await db.prisma.holder.findFirst({
    where: { id: holderId, ...visibleTo(caller) },
    select: { id: true, brokerId: true, anonymisedAt: true },
  });
  if (!found) throw impossibleRequest(`There is no holder ${holderId}.`, { code: 'unknown-holder' });
  if (found.anonymisedAt) throw impossibleRequest(`Holder ${holderId} is anonymised, and nothing new is made for it.`, { code: 'holder-anonymised' });
  return { id: found.id, brokerId: found.brokerId };
}
