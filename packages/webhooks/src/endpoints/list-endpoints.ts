import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { WebhookEndpointWhereInput } from '@linework/db/generated/models/WebhookEndpoint';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { isOneOf } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import type { WebhookEndpoint } from '@linework/schemas/webhooks/webhook-endpoint';
import type { listWebhookEndpointsRoute } from '@linework/schemas/webhooks/webhook-endpoints.routes';
import { printEndpoint, withNewestKey } from './find-endpoint.ts';

export type EndpointFilters = ListQuery<typeof listWebhookEndpointsRoute>;

const filterTable: FilterTable<EndpointFilters, WebhookEndpointWhereInput> = {
  status: isOneOf('status'),
  brokerId: isOneOf('brokerId'),
};

/** One page of the endpoints that the caller may see. */
export async function listEndpoints(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  filters: EndpointFilters,
): Promise<Page<WebhookEndpoint>> {
  const where = { AND: [visibleTo(caller), { status: { not: 'deleted' } }, ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.webhookEndpoint.findMany({
        where: { AND: [where, cursorFilter] },
        orderBy: [...orderBy],
        skip,
        take,
        include: withNewestKey,
      }),
    count: () => db.prisma.webhookEndpoint.count({ where }),
  });
  return { ...page, items: page.items.map(printEndpoint) };
}
