import { defineRoute } from '@linework/http/define-route';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { findLineLabels } from '@linework/lines/records/find-line-labels';
import { type BulkItemRow, bulkItemRow } from '@linework/schemas/bulk-operations/bulk-item-row';
import { listBulkItemsRoute } from '@linework/schemas/bulk-operations/bulk-operations.routes';
import type { z } from 'zod';
import { bulkOperations } from '../../endpoints/bulk-operations.ts';
import type { Deps } from '../../request/deps.ts';
import { endpoint } from '../../request/endpoint.ts';

const listBulkItemRowsRoute = defineRoute({
  name: 'listBulkItemRows',
  method: 'get',
  path: '/bulk-operations/{id}/item-rows',
  tag: 'console',
  summary: 'List the items of a bulk operation with their lines',
  description: 'The list of items with the same filters, and each with the number and the holder of its line.',
  scope: 'lines:read',
  params: listBulkItemsRoute.params,
  query: listBulkItemsRoute.query,
  responses: {
    200: {
      description: 'Items of the bulk operation.',
      body: pagedEnvelope(bulkItemRow),
      headers: { Link: 'The next items' },
    },
  },
  problems: ['not-signed-in', 'not-found'],
});

const bulkItemsPage = listBulkItemsRoute.responses[200].body;
const { handle } = bulkOperations['/bulk-operations']['/{id}']['/items'].get;

export const listBulkItemRows = endpoint(listBulkItemRowsRoute, async (request, deps) => {
  const { body, headers } = await handle(request, deps);
  const { items, meta } = body as z.infer<typeof bulkItemsPage>;
  const lines = await findLineLabels(
    deps.db,
    items.flatMap(({ lineId }) => lineId ?? []),
  );
  const failures = await findFailures(
    deps.db,
    items.flatMap(({ orderId }) => orderId ?? []),
  );
  const rows = items.map((item): BulkItemRow => {
    const line = lines.get(item.lineId ?? '');
    const failure = failures.get(item.orderId ?? '');
    return { ...item, ...(line && { line }), ...(failure && { failure }) };
  });
  return { status: 200, body: { items: rows, meta }, headers: { Link: headers?.['Link'] } };
});

/** What stopped the orders that need attention, by their ids. */
async function findFailures({ prisma }: Deps['db'], orderIds: string[]) {
  const found = await prisma.orderFailure.findMany({ where: { orderId: { in: orderIds } } });
  return new Map(found.map(({ orderId, step, errorCode }) => [orderId, { step, code: errorCode }]));
}
