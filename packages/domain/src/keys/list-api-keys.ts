import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { ApiKey } from '@linework/schemas/keys/api-key';
import type { Page, PageQuery } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { visibleTo } from '../visible-to.ts';
import { showApiKey } from './show-api-key.ts';

export interface ApiKeyFilters extends PageQuery {
  readonly brokerId?: readonly string[] | undefined;
}

/** One page of the keys that the caller may see, including expired and revoked ones. */
export async function listApiKeys(db: Pick<Db, 'prisma'>, caller: Caller, filters: ApiKeyFilters): Promise<Page<ApiKey>> {
  const where = { AND: [visibleTo(caller), filters.brokerId ? { brokerId: { in: [...filters.brokerId] } } : {}] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.apiKey.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.apiKey.count({ where }),
  });
  return { ...page, items: page.items.map(showApiKey) };
}
