import type { Db } from '@linework/db/db';

/** Which of these keys are the broker's own, including expired and revoked ones. */
export async function knownKeysOfBroker(
  db: Pick<Db, 'prisma'>,
  brokerId: string,
  keyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keyIds.length === 0) return new Set();
  const found = await db.prisma.apiKey.findMany({ where: { brokerId, id: { in: [...keyIds] } }, select: { id: true } });
  return new Set(found.map(({ id }) => id));
}
