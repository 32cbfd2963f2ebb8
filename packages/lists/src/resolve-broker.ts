import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { missingBrokerId } from '@linework/problem-details/field-error';
import { forbidden, unprocessableRequest, validationError } from '@linework/problem-details/make-problem';

/**
 * Returns the broker that a new record belongs to: the caller's, or the one that an operator names in the body's
 * `brokerId`. Raises 403 when a broker's key names another, 400 when an operator names none, and 422 when the broker
 * does not exist.
 */
export async function resolveBroker(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  requestedBrokerId: string | undefined,
): Promise<string> {
  if (caller.brokerId !== null) {
    if (requestedBrokerId !== undefined && requestedBrokerId !== caller.brokerId)
      throw forbidden('The API key belongs to another broker.', { code: 'other-broker' });
    return caller.brokerId;
  }
  if (requestedBrokerId === undefined) throw validationError([missingBrokerId]);
  if (!(await db.prisma.broker.findFirst({ where: { id: requestedBrokerId }, select: { id: true } }))) {
    throw unprocessableRequest(`There is no broker ${requestedBrokerId}.`, { code: 'unknown-broker' });
  }
  return requestedBrokerId;
}
