import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { brokerMissing } from '@linework/problem-details/fault';
import { forbidden, impossibleRequest, validationError } from '@linework/problem-details/make-problem';

/**
 * The broker that a new record belongs to: the caller's, or the one that an operator names in the body's `brokerId`. Raises 403
 * where a broker's key names another, 400 where an operator names none, and 422 where there is no such broker.
 */
export async function brokerOfRequest(db: Pick<Db, 'prisma'>, caller: Caller, named: string | undefined): Promise<string> {
  if (caller.brokerId !== null) {
    if (named !== undefined && named !== caller.brokerId) throw forbidden('This key is of another broker.', { code: 'other-broker' });
    return caller.brokerId;
  }
  if (named === undefined) throw validationError([brokerMissing]);
  if (!(await db.prisma.broker.findFirst({ where: { id: named }, select: { id: true } }))) {
    throw impossibleRequest(`There is no broker ${named}.`, { code: 'unknown-broker' });
  }
  return named;
}
