import type { Db } from '@linework/db/db';
import type { ResourceTypeModel } from '@linework/db/generated/models/ResourceType';
import type { Page, PageQuery } from '@linework/lists/page';
import { readPage } from '@linework/lists/read-page';
import { type ResourceType, resourceType } from '@linework/schemas/inventory/resource-type';
import { printRecord } from '@linework/schemas/print-record';

/** Lists one page of the resource types. All brokers share them. */
export async function listResourceTypes(db: Pick<Db, 'prisma'>, query: PageQuery): Promise<Page<ResourceType>> {
  const page = await readPage(query, {
    find: ({ where, orderBy, skip, take }) =>
      db.prisma.resourceType.findMany({ where, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.resourceType.count(),
  });
  return { ...page, items: page.items.map(printResourceType) };
}

/** A type as every client sees it. */
export const printResourceType = (record: ResourceTypeModel): ResourceType =>
  printRecord(resourceType, {
    ...record,
    reservationTTL: record.reservationTtl,
    quarantineTTL: record.quarantineTtl,
  });
