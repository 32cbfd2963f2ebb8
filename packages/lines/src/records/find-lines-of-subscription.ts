import type { Db } from '@linework/db/db';

/** The ids of the lines of a subscription that are not TERMINATED. */
export async function findLinesOfSubscription(
  db: Pick<Db, 'prisma'>,
  subscriptionId: string,
): Promise<readonly string[]> {
  const lines = await db.prisma.line.findMany({
    where: { subscriptionId, status: { not: 'TERMINATED' } },
    select: { id: true },
  });
  return lines.map(({ id }) => id);
}
