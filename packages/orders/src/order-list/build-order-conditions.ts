import type { Caller } from '@linework/auth/caller';
import type { Bind } from '@linework/lists/bound-values';
import { applyFilters, type FilterTable } from '@linework/lists/filter-table';
import { compareTime } from '@linework/lists/sql-range';
import { openStatuses, unresolvedStatuses } from '@linework/schemas/lifecycles/order.lifecycle';
import type { OrderFilters } from './order-filters.ts';

/**
 * The caller, and the column with the time of an order's last change: a settled order also has it in `settled_at`,
 * which is indexed.
 */
export interface ConditionScope {
  readonly caller: Pick<Caller, 'brokerId'>;
  readonly changedAt: 'o.updated_at' | 'o.settled_at';
}

interface ConditionContext extends ConditionScope {
  readonly filters: OrderFilters;
  readonly bind: Bind;
}

const filterTable: FilterTable<OrderFilters, readonly string[], [ConditionContext]> = {
  brokerId: (ids, { bind }) => [matchAny('o.broker_id', 'uuid', ids, bind)],
  status: (statuses, { bind }) =>
    hasFailed(statuses) ? [failed] : [...repeatIndexCondition(statuses), `o.status = ANY(${bind(statuses)}::text[])`],
  type: (types, { bind }) => [matchAny('o.type', 'text', types, bind)],
  correlationId: (id, { bind }) => [`o.correlation_id = ${bind(id)}::text`],
  superseded: (isSuperseded) => [`o.superseded_by IS ${isSuperseded ? 'NOT NULL' : 'NULL'}`],
  paused: (isPaused) => [`o.pause_id IS ${isPaused ? 'NOT NULL' : 'NULL'}`],
  createdAtFrom: (from, { bind }) => [compareTime('o.created_at', '>=', from, bind)],
  createdAtTo: (to, { bind }) => [compareTime('o.created_at', '<=', to, bind)],
  updatedAtFrom: (from, { changedAt, bind }) => [compareTime(changedAt, '>=', from, bind)],
  updatedAtTo: (to, { changedAt, bind }) => [compareTime(changedAt, '<=', to, bind)],
  resourceId: (ids, { bind }) => [matchAny('o.resource_id', 'uuid', ids, bind)],
  lineId: (ids, { bind }) => [matchAny('o.resource_id', 'uuid', ids, bind), "o.resource_type = 'line'"],
  msisdn: (msisdn, context) => [matchSubquery('o.resource_id', selectLinesByNumber(msisdn, context))],
  externalCode: (code, context) => [matchSubquery('o.resource_id', selectLinesByExternalCode(code, context))],
  step: (_, context) => [matchSubquery('o.id', selectFailures(context))],
  // One subquery compares both members of a failure.
  errorCode: (_, context) => (context.filters.step ? [] : [matchSubquery('o.id', selectFailures(context))]),
  bulkOperationId: (ids, { bind }) => [
    matchSubquery(
      'o.id',
      `SELECT i.order_id FROM bulk_item i WHERE i.bulk_id = ANY(${bind(ids)}::uuid[]) AND i.order_id IS NOT NULL`,
    ),
  ],
};

/** Builds the conditions on an order `o`: the caller may see it, and it matches the filters. */
export function buildOrderConditions(filters: OrderFilters, scope: ConditionScope, bind: Bind): readonly string[] {
  const { brokerId } = scope.caller;
  const conditions = applyFilters(filters, filterTable, { ...scope, filters, bind }).flat();
  return brokerId === null ? conditions : [`o.broker_id = ${bind(brokerId)}::uuid`, ...conditions];
}

const isWithin = (statuses: readonly string[], all: readonly string[]) =>
  statuses.every((status) => all.includes(status));

const failed = 'o.failed_at IS NOT NULL';

/**
 * Whether these are exactly the statuses of failed orders: those with a time of their failure, as the constraint
 * `failed_at_while_failed` says. Without a condition on the status the index of failed orders has all that is read.
 */
const hasFailed = (statuses: readonly string[]): boolean =>
  isWithin(statuses, unresolvedStatuses) && isWithin(unresolvedStatuses, statuses);

/**
 * Whether the filters match few orders and an index finds each of them. Then all matching orders are read and sorted.
 */
export function isSmallResult({
  status,
  resourceId,
  lineId,
  msisdn,
  externalCode,
  step,
  errorCode,
  superseded,
  paused,
  bulkOperationId,
}: OrderFilters): boolean {
  const selectiveFilters = [resourceId, lineId, msisdn, externalCode, step, errorCode, bulkOperationId];
  if (selectiveFilters.some((value) => value !== undefined) || superseded === true || paused === true) return true;
  return status !== undefined && (isWithin(status, unresolvedStatuses) || isWithin(status, openStatuses));
}

/**
 * The partial indexes of failed and of open orders have conditions of their own. The planner uses such an index only if
 * the query repeats its condition.
 */
function repeatIndexCondition(statuses: readonly string[]): readonly string[] {
  if (isWithin(statuses, unresolvedStatuses)) return [failed];
  return isWithin(statuses, openStatuses) ? ['o.is_open'] : [];
}

/** A single value is compared with `=`, because with `ANY` an index does not return the rows in its order. */
function matchAny(column: string, type: 'text' | 'uuid', values: readonly string[], bind: Bind): string {
  const [only, ...others] = values;
  return others.length === 0 ? `${column} = ${bind(only)}::${type}` : `${column} = ANY(${bind(values)}::${type}[])`;
}

/** `ANY(ARRAY(SELECT ...))` finds orders by key. With a plain join the planner may read the whole table. */
const matchSubquery = (column: string, select: string) => `${column} = ANY(ARRAY(${select}))`;

const selectLinesByNumber = (msisdn: string, context: ConditionContext) =>
  `SELECT l.id FROM line l WHERE l.msisdn = ${context.bind(msisdn)}::text ${isLineOfCaller(context)}`;

/** The index of external codes begins with the broker. */
const selectLinesByExternalCode = (code: string, context: ConditionContext) =>
  `SELECT l.id
   FROM broker b
   JOIN line l ON l.broker_id = b.id
   WHERE l.external_code = ${context.bind(code)}::text ${isLineOfCaller(context)}`;

const isLineOfCaller = ({ caller: { brokerId }, bind }: ConditionContext) =>
  brokerId === null ? '' : `AND l.broker_id = ${bind(brokerId)}::uuid`;

function selectFailures({ filters: { step, errorCode }, bind }: ConditionContext): string {
  const conditions = [
    ...(step ? [matchAny('f.step', 'text', step, bind)] : []),
    ...(errorCode ? [matchAny('f.error_code', 'text', errorCode, bind)] : []),
  ];
  return `SELECT f.order_id FROM order_failure f WHERE ${conditions.join(' AND ')}`;
}
