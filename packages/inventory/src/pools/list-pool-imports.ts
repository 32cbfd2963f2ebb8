import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { showActors } from '@linework/events/show-actors';
import type { Page, PageQuery } from '@linework/lists/page';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import type { PoolImport } from '@linework/schemas/inventory/pools/pool';
import { poolNotFound } from './find-pool.ts';

/** Lists one page of the imports into a pool. Raises not-found. */
export async function listPoolImports(
  db: Pick<Db, 'prisma'>,
  { caller, poolId, ...query }: PageQuery & { readonly caller: Caller; readonly poolId: string },
): Promise<Page<PoolImport>> {
  const pool = await db.prisma.pool.findFirst({ where: { id: poolId, ...visibleTo(caller) }, select: { id: true } });
  if (!pool) throw poolNotFound(poolId);
  const own = { poolId, ...visibleTo(caller) };
  const page = await readPage(query, {
    find: ({ where, orderBy, skip, take }) =>
      db.prisma.resourceImport.findMany({ where: { AND: [own, where] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.resourceImport.count({ where: own }),
  });
  const actors = await showActors(
    db,
    caller,
    page.items.flatMap(({ keyId }) => keyId ?? []),
  );
  return {
    ...page,
    items: page.items.map(({ id, importedCount, removedCount, keyId, createdAt, updatedAt }) => {
      const createdBy = keyId === null ? undefined : actors.get(keyId);
      return {
        id,
        poolId,
        importedCount,
        removedCount,
        ...(createdBy && { createdBy }),
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      };
    }),
  };
}
