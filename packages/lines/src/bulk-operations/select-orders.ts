import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { assembled, type RowOf, statement } from '@linework/db/statement';
import { orderNotFound } from '@linework/engine/queries/find-order';
import { createBoundValues } from '@linework/lists/bound-values';
import { buildOrderConditions } from '@linework/orders/order-list/build-order-conditions';
import { buildCountQuery } from '@linework/orders/order-list/build-page-query';
import type { OrderFilters } from '@linework/orders/order-list/order-filters';
import { unprocessableRequest } from '@linework/problem-details/make-problem';
import { bulkLimit } from '@linework/schemas/bulk-operations/bulk-operation';
import { type BulkItems, findOrderIdsOfItems } from './select-bulk-items.ts';
import { readIds, type SelectedItem, type SentIds, selectItems } from './selected-items.ts';

/** Selects orders: by id, by a filter, or the rest of an earlier bulk operation. */
export type OrderSelection =
  | { readonly orderIds: SentIds }
  | { readonly filter: OrderFilters }
  | { readonly bulkItems: BulkItems };

/** At least one order that the caller may see. */
export interface SelectedOrders {
  /** Distinct, in the order in which they were sent or placed; includes orders that the caller does not see. */
  readonly orderIds: readonly string[];
  readonly found: ReadonlyMap<string, FoundOrder>;
  /** What was sent by broker. What is no id or no order that the caller sees is listed with the first broker. */
  readonly byBroker: ReadonlyMap<string, readonly SelectedItem[]>;
}

type FoundOrder = RowOf<typeof findByIdsStatement>;

/**
 * The orders that the caller selects, as they are now. An order that does not exist does not block the others. Raises
 * validation-error (422) when no order exists, and when the filter matches too many.
 */
export async function selectOrders(
  db: Pick<Db, 'query'>,
  caller: Caller,
  selection: OrderSelection,
): Promise<SelectedOrders> {
  const sentIds =
    'bulkItems' in selection
      ? await findOrderIdsOfItems(db, caller, selection.bulkItems)
      : 'orderIds' in selection && selection.orderIds;
  const rows =
    'filter' in selection
      ? await findOrdersByFilter(db, caller, selection.filter)
      : await findOrdersByIds(db, caller, readIds(sentIds || []));
  const found = new Map(rows.map((order) => [order.id, order]));
  const orderIds = sentIds ? readIds(sentIds) : [...found.keys()];
  const first = found.get(orderIds.find((id) => found.has(id)) ?? '');
  if (!first) throw unprocessableRequest('None of the orders exists.', { code: 'no-orders' });
  const items = selectItems('orderIds', sentIds || orderIds, (id) => (found.has(id) ? null : orderNotFound(id)));
  return { orderIds, found, byBroker: Map.groupBy(items, ({ id }) => (found.get(id ?? '') ?? first).brokerId) };
}

const columns = 'o.id, o.broker_id AS "brokerId", o.superseded_by AS "supersededBy"';

const findByIdsStatement = statement(
  'find-orders-of-bulk',
  { orderIds: 'uuid[]', brokerId: 'uuid?' },
  `SELECT ${columns}
   FROM orders o
   WHERE o.id = ANY(ARRAY(SELECT unnest(:orderIds))) AND (:brokerId IS NULL OR o.broker_id = :brokerId)`,
);

const findOrdersByIds = (db: Pick<Db, 'query'>, { brokerId }: Caller, orderIds: readonly string[]) =>
  db.query(findByIdsStatement, { orderIds, brokerId });

async function findOrdersByFilter(
  db: Pick<Db, 'query'>,
  caller: Caller,
  filter: OrderFilters,
): Promise<readonly FoundOrder[]> {
  const { bind, values } = createBoundValues();
  const conditions = buildOrderConditions(filter, { caller, changedAt: 'o.updated_at' }, bind);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const text = `SELECT ${columns}
    FROM orders o ${where}
    ORDER BY o.created_at, o.id
    LIMIT ${bind(bulkLimit + 1)}::bigint`;
  const found = await db.query(assembled<FoundOrder>({ text, values }));
  if (found.length <= bulkLimit) return found;
  const [counted] = await db.query(assembled<{ readonly total: number }>(buildCountQuery(caller, filter)));
  const matched = counted?.total ?? found.length;
  throw unprocessableRequest(`The filter matches ${matched} orders; at most ${bulkLimit} are allowed.`, {
    code: 'too-many-orders',
    matched,
    limit: bulkLimit,
  });
}
