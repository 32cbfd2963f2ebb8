import type { Db } from '@linework/db/db';
import type { ApiKey } from '@linework/schemas/keys/api-key';
import type { Page, PageQuery } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { showApiKey } from './show-api-key.ts';

/** One page of the keys there are, or have been. */
export async function listApiKeys(db: Pick<Db, 'prisma'>, filters: PageQuery & { readonly brokerId?: readonly string[] | undefined }): Promise<Page<ApiKey>> {
  const where = filters.brokerId ? { brokerId: { in: [...filters.brokerId] } } : {};
  const page = await readPage(filters, {
    find: ({ where: place, orderBy, skip, take }) => db.prisma.apiKey.findMany({ where: { AND: [where, place] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.apiKey.count({ where }),
  });
  return { ...page, items: page.items.map(showApiKey) };
}
