import type { Db } from '@linework/db/db';
import type { Page, PageQuery } from '@linework/lists/page';
import { readPage } from '@linework/lists/read-page';
import type { ResourceType } from '@linework/schemas/inventory/resource-type';
import { showResourceType } from './show-resource-type.ts';

/** Lists one page of the resource types. All brokers share them. */
export async function listResourceTypes(db: Pick<Db, 'prisma'>, query: PageQuery): Promise<Page<ResourceType>> {
  const page = await readPage(query, {
    find: ({ where, orderBy, skip, take }) =>
      db.prisma.resourceType.findMany({ where, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.resourceType.count(),
  });
  return { ...page, items: page.items.map(showResourceType) };
}
