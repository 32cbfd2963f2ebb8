import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { WebhookDeliveryWhereInput } from '@linework/db/generated/models/WebhookDelivery';
import { applyFilters, type FilterTable, type ListQuery } from '@linework/lists/filter-table';
import type { Page } from '@linework/lists/page';
import { isOneOf, timeFilters } from '@linework/lists/prisma-filters';
import { readPage } from '@linework/lists/read-page';
import { visibleTo } from '@linework/lists/visible-to';
import type { listWebhookDeliveriesRoute } from '@linework/schemas/webhooks/webhook-deliveries.routes';
import type { WebhookDelivery } from '@linework/schemas/webhooks/webhook-delivery';
import { printDelivery } from './find-delivery.ts';
import { findEventIds } from './find-event-ids.ts';

export type DeliveryFilters = ListQuery<typeof listWebhookDeliveriesRoute>;

const filterTable: FilterTable<DeliveryFilters, WebhookDeliveryWhereInput> = {
  ...timeFilters,
  endpointId: isOneOf('endpointId'),
  status: isOneOf('status'),
  type: isOneOf('eventType'),
  cause: isOneOf('cause'),
  causeId: isOneOf('causeId'),
  responseCode: isOneOf('responseCode'),
  brokerId: isOneOf('brokerId'),
};

/** One page of the deliveries that the caller may see. */
export async function listDeliveries(
  db: Pick<Db, 'prisma'>,
  caller: Caller,
  filters: DeliveryFilters,
): Promise<Page<WebhookDelivery>> {
  const where = { AND: [visibleTo(caller), ...applyFilters(filters, filterTable)] };
  const page = await readPage(filters, {
    find: ({ where: cursorFilter, orderBy, skip, take }) =>
      db.prisma.webhookDelivery.findMany({ where: { AND: [where, cursorFilter] }, orderBy: [...orderBy], skip, take }),
    count: () => db.prisma.webhookDelivery.count({ where }),
  });
  const eventIds = await findEventIds(db, page.items);
  return {
    ...page,
    items: page.items.map((record) =>
      printDelivery(record, record.eventSeq === null ? undefined : eventIds.get(record.eventSeq)),
    ),
  };
}
