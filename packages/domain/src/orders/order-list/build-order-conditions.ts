import type { Caller } from '@linework/auth/caller';
import { openStatuses, unresolvedStatuses } from '@linework/schemas/orders/order.lifecycle';
import type { OrderFilters } from './order-filters.ts';

export type Bind = (value: unknown) => string;

/** The caller, and the column with the time of an order's last change: a settled order also has it in `settled_at`, which is indexed. */
export interface ConditionScope {
  readonly caller: Pick<Caller, 'brokerId'>;
  readonly changedAt: 'o.updated_at' | 'o.settled_at';
}

/** Builds the conditions on an order `o`: the caller may see it, and it matches the filters. */
export function buildOrderConditions(filters: OrderFilters, { caller, changedAt }: ConditionScope, bind: Bind): readonly string[] {
  const { createdAtFrom, createdAtTo, updatedAtFrom, updatedAtTo } = filters;
  return [
    ...(caller.brokerId === null ? [] : [`o.broker_id = ${bind(caller.brokerId)}::uuid`]),
    ...matchAny('o.broker_id', 'uuid', filters.brokerId, bind),
    ...statusConditions(filters.status, bind),
    ...matchAny('o.type', 'text', filters.type, bind),
    ...(filters.correlationId === undefined ? [] : [`o.correlation_id = ${bind(filters.correlationId)}::text`]),
    ...(filters.superseded === undefined ? [] : [`o.superseded_by IS ${filters.superseded ? 'NOT NULL' : 'NULL'}`]),
    ...compareTime('o.created_at', '>=', createdAtFrom, bind),
    ...compareTime('o.created_at', '<=', createdAtTo, bind),
    ...compareTime(changedAt, '>=', updatedAtFrom, bind),
    ...compareTime(changedAt, '<=', updatedAtTo, bind),
    ...lineConditions(filters, caller, bind),
    ...failureConditions(filters, bind),
    ...bulkOperationConditions(filters, bind),
  ];
}

const isWithin = (statuses: readonly string[], all: readonly string[]) => statuses.every((status) => all.includes(status));

/** Whether the filters match few orders and an index finds each of them. Then all matching orders are read and sorted. */
export function isSmallResult({ status, resourceId, lineId, msisdn, externalCode, step, errorCode, superseded, bulkOperationId }: OrderFilters): boolean {
  const selectiveFilters = [resourceId, lineId, msisdn, externalCode, step, errorCode, bulkOperationId];
  if (selectiveFilters.some((value) => value !== undefined) || superseded === true) return true;
  return status !== undefined && (isWithin(status, unresolvedStatuses) || isWithin(status, openStatuses));
}

/** The partial indexes of failed and of open orders have conditions of their own. The planner uses such an index only if the query repeats its condition. */
function statusConditions(statuses: readonly string[] | undefined, bind: Bind): readonly string[] {
  if (statuses === undefined) return [];
  const indexCondition = isWithin(statuses, unresolvedStatuses)
    ? [`o.status IN (${unresolvedStatuses.map((status) => `'${status}'`).join(', ')})`]
    : isWithin(statuses, openStatuses)
      ? ['o.due_at IS NOT NULL']
      : [];
  return [...indexCondition, `o.status = ANY(${bind(statuses)}::text[])`];
}

/** A single value is compared with `=`, because with `ANY` an index does not return the rows in its order. */
function matchAny(column: string, type: 'text' | 'uuid', values: readonly string[] | undefined, bind: Bind): readonly string[] {
  if (values === undefined) return [];
  const [only, ...others] = values;
  return [others.length === 0 ? `${column} = ${bind(only)}::${type}` : `${column} = ANY(${bind(values)}::${type}[])`];
}

function compareTime(column: string, comparison: '>=' | '<=', time: Date | undefined, bind: Bind): readonly string[] {
  return time === undefined ? [] : [`${column} ${comparison} ${bind(time.toISOString())}::timestamptz`];
}

/** `ANY(ARRAY(SELECT ...))` finds orders by key. With a plain join the planner may read the whole table. */
const matchSubquery = (column: string, select: string) => `${column} = ANY(ARRAY(${select}))`;

function lineConditions({ resourceId, lineId, msisdn, externalCode }: OrderFilters, { brokerId }: Pick<Caller, 'brokerId'>, bind: Bind): readonly string[] {
  const ownBroker = () => (brokerId === null ? '' : `AND l.broker_id = ${bind(brokerId)}::uuid`);
  const selectByNumber = (status: string) =>
    `SELECT l.id FROM line l WHERE l.msisdn = ${bind(msisdn)}::text AND l.status ${status} 'TERMINATED' ${ownBroker()}`;
  // The index of external codes begins with the broker.
  const selectByExternalCode = () =>
    `SELECT l.id FROM broker b JOIN line l ON l.broker_id = b.id WHERE l.external_code = ${bind(externalCode)}::text ${ownBroker()}`;
  return [
    ...matchAny('o.resource_id', 'uuid', resourceId, bind),
    ...matchAny('o.resource_id', 'uuid', lineId, bind),
    ...(lineId === undefined ? [] : ["o.resource_type = 'line'"]),
    ...(msisdn === undefined ? [] : [matchSubquery('o.resource_id', `${selectByNumber('<>')} UNION ALL ${selectByNumber('=')}`)]),
    ...(externalCode === undefined ? [] : [matchSubquery('o.resource_id', selectByExternalCode())]),
  ];
}

function failureConditions({ step, errorCode }: OrderFilters, bind: Bind): readonly string[] {
  const conditions = [...matchAny('f.step', 'text', step, bind), ...matchAny('f.error_code', 'text', errorCode, bind)];
  return conditions.length === 0 ? [] : [matchSubquery('o.id', `SELECT f.order_id FROM order_failure f WHERE ${conditions.join(' AND ')}`)];
}

function bulkOperationConditions({ bulkOperationId }: OrderFilters, bind: Bind): readonly string[] {
  if (bulkOperationId === undefined) return [];
  return [matchSubquery('o.id', `SELECT i.order_id FROM bulk_item i WHERE i.bulk_id = ANY(${bind(bulkOperationId)}::uuid[]) AND i.order_id IS NOT NULL`)];
}
