import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

/** The states of resources, in the order of the ids. */
export async function findStates(db: Pick<Db, 'prisma'>, resourceIds: readonly string[]) {
  const found = await db.prisma.resourceState.findMany({ where: { resourceId: { in: [...resourceIds] } } });
  return resourceIds.map((id) => found.find(({ resourceId }) => resourceId === id));
}

/** Makes one group of the resources. */
export async function groupResources(db: Pick<Db, 'prisma'>, resourceIds: readonly string[]): Promise<void> {
  await db.prisma.resourceState.updateMany({
    where: { resourceId: { in: [...resourceIds] } },
    data: { groupId: randomUUID() },
  });
}

const lockStatement = statement(
  'test-hold-resource',
  { resourceId: 'uuid?' },
  'SELECT FROM resource_state WHERE resource_id = :resourceId FOR UPDATE',
);

/** Locks a resource until the transaction ends. */
export async function lockResource(tx: Pick<Db, 'query'>, resourceId: string | undefined): Promise<void> {
  await tx.query(lockStatement, { resourceId });
}
