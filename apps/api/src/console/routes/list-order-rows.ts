import { defineRoute } from '@linework/http/define-route';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { findLineLabels } from '@linework/lines/records/find-line-labels';
import { isOpen } from '@linework/schemas/lifecycles/order.lifecycle';
import type { LineLabel } from '@linework/schemas/lines/line-label';
import type { Order, OrderStep } from '@linework/schemas/orders/order';
import { type OrderRow, orderRow } from '@linework/schemas/orders/order-row';
import { listOrdersRoute } from '@linework/schemas/orders/orders.routes';
import { page } from '../../request/endpoint.ts';

const listOrderRowsRoute = defineRoute({
  name: 'listOrderRows',
  method: 'get',
  path: '/order-rows',
  tag: 'console',
  summary: 'List orders with their lines',
  description:
    'The list of orders with the same filters. Each order has the number and the holder of its line, and no steps.',
  scope: 'orders:read',
  calls: 'orders',
  query: listOrdersRoute.query,
  responses: {
    200: {
      description: 'One page of orders.',
      body: pagedEnvelope(orderRow),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: ['not-signed-in'],
});

export const listOrderRows = page(listOrderRowsRoute, async ({ query, caller }, { db, orderQueries }) => {
  const found = await orderQueries.listOrders(caller, query);
  const labels = await findLineLabels(
    db,
    found.items.flatMap(({ resource }) => (resource.type === 'line' ? resource.id : [])),
  );
  return { ...found, items: found.items.map((order) => showRow(order, labels.get(order.resource.id))) };
});

function showRow(order: Order, line: LineLabel | undefined): OrderRow {
  const { id, type, status, resource, brokerId, createdAt, updatedAt } = order;
  const failure = findFailure(order);
  const wait = isOpen(status) ? order.steps.find(isWaiting) : undefined;
  return {
    id,
    type,
    status,
    resource,
    brokerId,
    createdAt,
    updatedAt,
    ...(line && { line }),
    ...(failure && { failure: showStop(failure) }),
    ...(wait && { wait: showStop(wait) }),
  };
}

const failedStatuses: readonly string[] = ['FAILED', 'ROLLBACK_FAILED'];

/** The step that stopped an order; undefined if none has failed. */
function findFailure({ failure, steps }: Pick<Order, 'failure' | 'steps'>): OrderStep | undefined {
  if (failure === null) return undefined;
  return steps.find(({ status }) => failedStatuses.includes(status)) ?? steps.find(({ error }) => error !== null);
}

const isWaiting = ({ error, finishedAt }: OrderStep): boolean => error !== null && finishedAt === null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const showStop = ({ orderTypeStepCode, error }: OrderStep): NonNullable<OrderRow['failure']> => ({
  step: orderTypeStepCode,
  code: textOf(error?.['code']),
  detail: textOf(error?.['detail']),
});
