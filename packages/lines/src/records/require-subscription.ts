import type { Db } from '@linework/db/db';
import { unprocessableRequest } from '@linework/problem-details/make-problem';

/** Raises 422 unless the holder has this subscription and it is DRAFT, ACTIVE or PAUSED. */
export async function requireSubscription(
  tx: Pick<Db, 'prisma'>,
  {
    subscriptionId,
    holderId,
    brokerId,
  }: { readonly subscriptionId: string; readonly holderId: string; readonly brokerId: string },
): Promise<void> {
  const where = { id: subscriptionId, customerId: holderId, brokerId, status: { in: ['DRAFT', 'ACTIVE', 'PAUSED'] } };
  if (await tx.prisma.subscription.findFirst({ where, select: { id: true } })) return;
  throw unprocessableRequest(`The holder has no subscription ${subscriptionId}.`, { code: 'unknown-subscription' });
}
