import type { Caller } from '@linework/auth/caller';
import { atWork, inDebt } from '@linework/schemas/orders/order.lifecycle';
import type { OrderFilters } from './order-filters.ts';

export type Bind = (value: unknown) => string;

/** Who asks, and where the time of an order's last change is read: a settled order has it in `settled_at` too, which has an index. */
export interface Asked {
  readonly caller: Pick<Caller, 'brokerId'>;
  readonly changedAt: 'o.updated_at' | 'o.settled_at';
}

/** The conditions on an order `o` that the caller may see and that matches the filters. */
export function orderConditions(filters: OrderFilters, { caller, changedAt }: Asked, bind: Bind): readonly string[] {
  const { createdAtFrom, createdAtTo, updatedAtFrom, updatedAtTo } = filters;
  return [
    ...(caller.brokerId === null ? [] : [`o.broker_id = ${bind(caller.brokerId)}::uuid`]),
    ...oneOf('o.broker_id', 'uuid', filters.brokerId, bind),
    ...statuses(filters.status, bind),
    ...oneOf('o.type', 'text', filters.type, bind),
    ...(filters.correlationId === undefined ? [] : [`o.correlation_id = ${bind(filters.correlationId)}::text`]),
    ...(filters.superseded === undefined ? [] : [`o.superseded_by IS ${filters.superseded ? 'NOT NULL' : 'NULL'}`]),
    ...bound('o.created_at', '>=', createdAtFrom, bind),
    ...bound('o.created_at', '<=', createdAtTo, bind),
    ...bound(changedAt, '>=', updatedAtFrom, bind),
    ...bound(changedAt, '<=', updatedAtTo, bind),
    ...ofLines(filters, caller, bind),
    ...ofFailures(filters, bind),
    ...ofBulkOperations(filters, bind),
  ];
}

const isWithin = (given: readonly string[], all: readonly string[]) => given.every((status) => all.includes(status));

/** Whether the filters leave few orders, each of them found by an index. They are all read then, and sorted. */
export function findsFew({ status, resourceId, lineId, msisdn, externalCode, step, errorCode, superseded, bulkOperationId }: OrderFilters): boolean {
  const named = [resourceId, lineId, msisdn, externalCode, step, errorCode, bulkOperationId];
  if (named.some((value) => value !== undefined) || superseded === true) return true;
  return status !== undefined && (isWithin(status, inDebt) || isWithin(status, atWork));
}

/** The indexes of failed and of open orders say in words of their own which orders they hold. */
function statuses(given: readonly string[] | undefined, bind: Bind): readonly string[] {
  if (given === undefined) return [];
  const held = isWithin(given, inDebt)
    ? [`o.status IN (${inDebt.map((status) => `'${status}'`).join(', ')})`]
    : isWithin(given, atWork)
      ? ['o.due_at IS NOT NULL']
      : [];
  return [...held, `o.status = ANY(${bind(given)}::text[])`];
}

/** A single value is compared as such: behind a list of them an index is in no order. */
function oneOf(column: string, type: 'text' | 'uuid', values: readonly string[] | undefined, bind: Bind): readonly string[] {
  if (values === undefined) return [];
  const [only, ...others] = values;
  return [others.length === 0 ? `${column} = ${bind(only)}::${type}` : `${column} = ANY(${bind(values)}::${type}[])`];
}

function bound(column: string, comparison: '>=' | '<=', time: Date | undefined, bind: Bind): readonly string[] {
  return time === undefined ? [] : [`${column} ${comparison} ${bind(time.toISOString())}::timestamptz`];
}

/** `ANY(ARRAY(SELECT ...))` looks orders up by key; joined plainly, the planner may read the whole table. */
const among = (column: string, select: string) => `${column} = ANY(ARRAY(${select}))`;

function ofLines({ resourceId, lineId, msisdn, externalCode }: OrderFilters, { brokerId }: Pick<Caller, 'brokerId'>, bind: Bind): readonly string[] {
  const own = () => (brokerId === null ? '' : `AND l.broker_id = ${bind(brokerId)}::uuid`);
  const withNumber = (status: string) => `SELECT l.id FROM line l WHERE l.msisdn = ${bind(msisdn)}::text AND l.status ${status} 'TERMINATED' ${own()}`;
  // The index of external codes begins with the broker.
  const withCode = () => `SELECT l.id FROM broker b JOIN line l ON l.broker_id = b.id WHERE l.external_code = ${bind(externalCode)}::text ${own()}`;
  return [
    ...oneOf('o.resource_id', 'uuid', resourceId, bind),
    ...oneOf('o.resource_id', 'uuid', lineId, bind),
    ...(lineId === undefined ? [] : ["o.resource_type = 'line'"]),
    ...(msisdn === undefined ? [] : [among('o.resource_id', `${withNumber('<>')} UNION ALL ${withNumber('=')}`)]),
    ...(externalCode === undefined ? [] : [among('o.resource_id', withCode())]),
  ];
}

function ofFailures({ step, errorCode }: OrderFilters, bind: Bind): readonly string[] {
  const conditions = [...oneOf('f.step', 'text', step, bind), ...oneOf('f.error_code', 'text', errorCode, bind)];
  return conditions.length === 0 ? [] : [among('o.id', `SELECT f.order_id FROM order_failure f WHERE ${conditions.join(' AND ')}`)];
}

function ofBulkOperations({ bulkOperationId }: OrderFilters, bind: Bind): readonly string[] {
  if (bulkOperationId === undefined) return [];
  return [among('o.id', `SELECT i.order_id FROM bulk_item i WHERE i.bulk_id = ANY(${bind(bulkOperationId)}::uuid[]) AND i.order_id IS NOT NULL`)];
}
