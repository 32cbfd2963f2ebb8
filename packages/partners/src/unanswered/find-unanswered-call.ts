import type { Db } from '@linework/db/db';
import { notFound } from '@linework/problem-details/make-problem';
import type { UnansweredCall } from '@linework/schemas/unanswered-calls/unanswered-call';
import { showUnansweredCall } from './show-unanswered-call.ts';

/** An unanswered call, also when it has ended. For operators only: it may be of any broker. Raises not-found. */
export async function findUnansweredCall(db: Pick<Db, 'prisma'>, id: string): Promise<UnansweredCall> {
  const found = await db.prisma.unansweredCall.findFirst({ where: { id } });
  if (!found) throw notFound(`There is no unanswered call ${id}.`);
  return showUnansweredCall(found);
}
