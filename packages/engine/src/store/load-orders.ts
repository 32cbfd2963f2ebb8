import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import { isUnknownVersion, type UnknownVersion } from '../model/engine-observer.ts';
import type { OrderSnapshot, StepSnapshot } from '../model/order-snapshot.ts';
import {
  type FactSource,
  findOrderTypeVersion,
  listResourceTypes,
  type OrderType,
  type OrderTypes,
} from '../model/order-type.ts';
import type { ResourceType } from '../model/resource-type.ts';
import type { Facts } from '../model/step-context.ts';
import { joinNames, joinResources, onceForEach, selectResource } from './sql-parts.ts';

const buildLoadText = (
  resources: readonly ResourceType[],
) => `SELECT o.id, o.type, o.type_version, o.status, o.epoch, o.acquired_epoch, o.acquisitions, o.input_revision,
    coalesce(o.not_before > now(), false) AS too_early,
    CASE WHEN o.status = 'PENDING' THEN coalesce(o.not_before, o.created_at) ELSE o.created_at END AS waiting_since,
    o.unavailable_since, (extract(epoch FROM now() - o.unavailable_since) * 1000)::float8 AS unavailable_ms,
    o.broker_id, o.input, o.previous_status, o.resource_type, o.resource_id, ${selectResource(resources)}, s.steps,
      s.codes
  FROM orders o
  ${joinResources(resources, 'o')}
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('position', s.position, 'status', s.status, 'attempt', s.attempt, 'attemptLimit',
      s.attempt_limit,
      'refusedAttempts', s.refused_attempts, 'undoAttempt', s.undo_attempt, 'undoAttemptLimit', s.undo_attempt_limit,
      'error', s.error, 'found', s.found, 'awaited',
        CASE WHEN s.awaited_reference IS NOT NULL THEN json_build_object('reference', s.awaited_reference,
        'leftMs', extract(epoch FROM s.awaited_until - now()) * 1000) END) ORDER BY s.position) AS steps,
      array_agg(s.code ORDER BY s.position) AS codes
    FROM order_step s
    WHERE s.order_id = o.id
  ) s
  WHERE o.id = ANY(ARRAY(SELECT unnest(:ids)))`;

/** What PostgreSQL does not know about the columns of an order with its resource. */
export interface KnownOfOrder {
  readonly status: OrderStatus;
  readonly input: Record<string, unknown>;
  readonly resource_status: string;
  readonly facts: Facts;
}

interface KnownOfSteps {
  readonly steps: readonly StepSnapshot[];
  readonly codes: readonly string[];
}

/** An order, or the note that this program does not know its version; undefined if there is no order with the id. */
export type ReadOrder<Systems = never> = OrderSnapshot<Systems> | UnknownVersion | undefined;

/** The statement reads the resources of every type that the program knows. */
const getStatement = onceForEach((orderTypes: OrderTypes) => {
  const resources = listResourceTypes(orderTypes);
  return statement(`load-orders-${joinNames(resources)}`, { ids: 'uuid[]' }, buildLoadText(resources)).returns<
    KnownOfOrder & KnownOfSteps
  >();
});

type LoadedRow = RowOf<ReturnType<typeof getStatement>>;
/** The row of an order with its resource and its steps. */
type OrderRow = Omit<LoadedRow, 'codes'>;

/** Reads orders by id. */
export async function loadOrders<Systems>(
  db: Pick<Db, 'query'>,
  orderTypes: OrderTypes<Systems>,
  ids: readonly string[],
): Promise<readonly ReadOrder<Systems>[]> {
  const rows = await db.query(getStatement(orderTypes), { ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    return row && resolveOrderVersion(row, orderTypes);
  });
}

function resolveOrderVersion<Systems>(
  row: LoadedRow,
  orderTypes: OrderTypes<Systems>,
): OrderSnapshot<Systems> | UnknownVersion {
  const { id: orderId, type: code, type_version: version } = row;
  const type = findOrderTypeVersion(orderTypes, code, version);
  if (!type) return { orderId, type: code, version, unknown: 'version' };
  return joinStepCodes(type) === row.codes.join(' ')
    ? toOrderSnapshot(row, type)
    : { orderId, type: code, version, unknown: 'steps' };
}

/** The step codes of an order type, by position. A worker executes an order only if its rows have the same codes. */
export const joinStepCodes = ({ steps }: OrderType): string => steps.map(({ code }) => code).join(' ');

/** Converts a row to the snapshot that the engine plans with. */
export function toOrderSnapshot<Systems>(row: OrderRow, type: OrderType<Systems>): OrderSnapshot<Systems> {
  const { status, epoch, acquisitions, steps } = row;
  return {
    type,
    status,
    epoch,
    acquisitions,
    inputRevision: row.input_revision,
    steps,
    acquiredEpoch: row.acquired_epoch,
    isTooEarly: row.too_early,
    waitingSince: row.waiting_since,
    unavailable: row.unavailable_since && { since: row.unavailable_since, ms: row.unavailable_ms ?? 0 },
    context: {
      orderId: row.id,
      brokerId: row.broker_id,
      input: row.input,
      previousStatus: row.previous_status,
      resource: { type: row.resource_type, id: row.resource_id, status: row.resource_status, facts: row.facts },
      facts: {},
    },
  };
}

/** Adds to each order the facts of the sources that its type names. Each source is asked once for all orders. */
export async function loadFacts<Systems>(
  db: Pick<Db, 'query'>,
  orders: readonly ReadOrder<Systems>[],
): Promise<readonly ReadOrder<Systems>[]> {
  const known = orders.filter((order) => isKnownVersion(order));
  let loaded = orders;
  for (const source of new Set(known.flatMap(({ type }) => type.facts ?? []))) {
    const orderIds = known.flatMap((order) => (uses(order, source) ? [order.context.orderId] : []));
    const values = await source.load(db, orderIds);
    loaded = loaded.map((order) =>
      isKnownVersion(order) && uses(order, source) ? addFact(order, source, values.get(order.context.orderId)) : order,
    );
  }
  return loaded;
}

const uses = ({ type }: OrderSnapshot, source: FactSource): boolean => type.facts?.includes(source) ?? false;

const addFact = <Systems>(
  order: OrderSnapshot<Systems>,
  { name }: FactSource,
  value: unknown,
): OrderSnapshot<Systems> => ({
  ...order,
  context: { ...order.context, facts: { ...order.context.facts, ...(value !== undefined && { [name]: value }) } },
});

const isKnownVersion = <Systems>(order: ReadOrder<Systems>): order is OrderSnapshot<Systems> =>
  order !== undefined && !isUnknownVersion(order);
