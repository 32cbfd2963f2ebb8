import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { type CauseQuestion, readCauses, readNow } from '@linework/events/read-causes';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { printRecord } from '@linework/schemas/print-record';
import {
  type SubscriptionAtInstant,
  subscriptionAtInstant,
} from '@linework/schemas/subscriptions/subscription-history';
import { subscriptionNotFound } from './find-subscription.ts';

interface Question {
  readonly caller: Caller;
  readonly subscriptionId: string;
  readonly at?: Date | undefined;
}

/** The subscription as it was at an instant. Raises not-found, also for an instant before the subscription existed. */
export async function findSubscriptionAt(
  db: Pick<Db, 'prisma' | 'query'>,
  { caller, subscriptionId, ...query }: Question,
): Promise<SubscriptionAtInstant> {
  const at = query.at ?? (await readNow(db));
  const ofStatus: CauseQuestion = { recordId: subscriptionId, value: 'status', instant: at };
  const subscription = await db.prisma.subscription.findFirst({ where: { id: subscriptionId, ...visibleTo(caller) } });
  if (!subscription) throw subscriptionNotFound(subscriptionId);
  const status = (await readCauses(db, caller, [ofStatus]))(ofStatus);
  if (!status?.status)
    throw notFound(`The subscription ${subscriptionId} is known since ${subscription.createdAt.toISOString()}.`);
  const { activatedAt, brokerId } = subscription;
  const products = await db.prisma.subscriptionProduct.findMany({
    where: { subscriptionId, brokerId, addedAt: { lte: at }, OR: [{ removedAt: null }, { removedAt: { gt: at } }] },
    orderBy: [{ addedAt: 'asc' }, { id: 'asc' }],
  });
  const shown = printRecord(subscriptionAtInstant.omit({ causes: true }), {
    ...subscription,
    products,
    at: query.at,
    status: status.status,
    activatedAt: activatedAt && activatedAt <= at ? activatedAt : null,
  });
  return { ...shown, causes: { status: status.cause } };
}
