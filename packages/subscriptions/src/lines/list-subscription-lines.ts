import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Page, PageQuery } from '@linework/lists/page';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import type { SubscriptionLine } from '@linework/schemas/subscriptions/subscription-line';
import { subscriptionNotFound } from '../find-subscription.ts';

const line = { select: { status: true, msisdn: true, iccid: true, terminatedAt: true } };

/** One page of the lines that are or were in a subscription. Raises not-found. */
export async function listSubscriptionLines(
  db: Pick<Db, 'prisma'>,
  { caller, subscriptionId, ...query }: PageQuery & { readonly caller: Caller; readonly subscriptionId: string },
): Promise<Page<SubscriptionLine>> {
  const subscription = await db.prisma.subscription.findFirst({
    where: { id: subscriptionId, ...visibleTo(caller) },
    select: { id: true, endedAt: true },
  });
  if (!subscription) throw subscriptionNotFound(subscriptionId);
  const page = await readPage(query, {
    find: ({ where, orderBy, skip, take }) =>
      db.prisma.subscriptionLine.findMany({
        where: { AND: [{ subscriptionId }, where] },
        include: { line },
        orderBy: [...orderBy],
        skip,
        take,
      }),
    count: () => db.prisma.subscriptionLine.count({ where: { subscriptionId } }),
  });
  return { ...page, items: page.items.map((record) => showLine(record, subscription.endedAt)) };
}

interface MembershipRecord {
  readonly id: string;
  readonly lineId: string;
  readonly joinedAt: Date;
  readonly leftAt: Date | null;
  readonly line: {
    readonly status: string;
    readonly msisdn: string;
    readonly iccid: string;
    readonly terminatedAt: Date | null;
  };
}

function showLine(
  { id, lineId, joinedAt, leftAt, line: { status, msisdn, iccid, terminatedAt } }: MembershipRecord,
  subscriptionEndedAt: Date | null,
): SubscriptionLine {
  const endedAt = earliest([leftAt, terminatedAt, subscriptionEndedAt]);
  return {
    id,
    lineId,
    status: status as SubscriptionLine['status'],
    msisdn,
    iccId: iccid,
    joinedAt: joinedAt.toISOString(),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
  };
}

function earliest(times: readonly (Date | null)[]): Date | undefined {
  return times.filter((time) => time !== null).toSorted((a, b) => a.getTime() - b.getTime())[0];
}
