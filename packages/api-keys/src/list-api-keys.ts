import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { ApiKeyWhereInput } from '@linework/db/generated/models/ApiKey';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { isOneOf } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import type { ApiKey } from '@linework/schemas/keys/api-key';
import type { listApiKeysRoute } from '@linework/schemas/keys/api-keys.routes';
import { printApiKey } from './find-api-key.ts';

export type ApiKeyFilters = ListQuery<typeof listApiKeysRoute>;

const filterTable: FilterTable<ApiKeyFilters, ApiKeyWhereInput> = {
  brokerId: isOneOf('brokerId'),
};

/** One page of the keys that the caller may see, including expired and revoked ones. */
export async function listApiKeys(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  filters: ApiKeyFilters,
): Promise<Page<ApiKey>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.apiKey.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.apiKey.count({ where }),
  });
  return { ...page, items: page.items.map(printApiKey) };
}
