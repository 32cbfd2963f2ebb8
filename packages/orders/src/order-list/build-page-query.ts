import type { Caller } from '@linework/auth/caller';
import { type Bind, type BoundValues, createBoundValues } from '@linework/lists/bound-values';
import { getRowRange, type PageQuery } from '@linework/lists/page';
import { buildCursorCondition, buildOrderBy } from '@linework/lists/sql-range';
import { buildOrderConditions, isSmallResult } from './build-order-conditions.ts';
import type { OrderFilters } from './order-filters.ts';

export interface OrderPageQuery extends OrderFilters, PageQuery {
  readonly sortBy: 'createdAt' | 'updatedAt';
}

export interface ComposedQuery extends Pick<BoundValues, 'values'> {
  readonly text: string;
}

const columns = { createdAt: 'o.created_at', updatedAt: 'o.updated_at' } as const;

/**
 * Builds the query for one page: the ids of its orders, sorted, each with the value that it is sorted by as `sortKey`.
 */
export function buildPageQuery(caller: Caller, query: OrderPageQuery): ComposedQuery {
  const { bind, values } = createBoundValues();
  const { skip, take } = getRowRange(query);
  const found = isSmallResult(query)
    ? selectAll(caller, query, bind)
    : query.sortBy === 'createdAt'
      ? scanByCreation(caller, query, bind)
      : scanByChange(caller, query, bind);
  const page =
    `${buildOrderBy(query, { column: '"sortKey"', id: 'id' })} OFFSET ${bind(skip)}::bigint LIMIT ` +
    `${bind(take)}::bigint`;
  return { text: `SELECT id, "sortKey" FROM (${found}) AS found ${page}`, values };
}

/** Builds the query that counts all matching orders. */
export function buildCountQuery(caller: Caller, query: OrderFilters): ComposedQuery {
  const { bind, values } = createBoundValues();
  return {
    text: `SELECT count(*)::int AS total
      FROM orders o ${buildWhere(buildOrderConditions(query, { caller, changedAt: 'o.updated_at' }, bind))}`,
    values,
  };
}

const buildWhere = (conditions: readonly string[]) =>
  conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;

/**
 * Selects all matching orders, which are few. `OFFSET 0` stops the planner from scanning another index in the order of
 * the page.
 */
function selectAll(caller: Caller, query: OrderPageQuery, bind: Bind): string {
  const matching = buildWhere(buildOrderConditions(query, { caller, changedAt: 'o.updated_at' }, bind));
  const cursorCondition = buildWhere(
    buildCursorCondition(query, { column: '"sortKey"', type: 'timestamptz', id: 'id' }, bind),
  );
  return `SELECT *
    FROM (
      SELECT o.id, ${columns[query.sortBy]} AS "sortKey"
      FROM orders o ${matching}
      OFFSET 0) AS matching ${cursorCondition}`;
}

/** Scans an index that has the sort order of the list. */
function scanByCreation(caller: Caller, query: OrderPageQuery, bind: Bind): string {
  const conditions = buildOrderConditions(query, { caller, changedAt: 'o.updated_at' }, bind);
  const cursorConditions = buildCursorCondition(
    query,
    { column: 'o.created_at', type: 'timestamptz', id: 'o.id' },
    bind,
  );
  return `SELECT o.id, o.created_at AS "sortKey" FROM orders o ${buildWhere([...conditions, ...cursorConditions])}`;
}

/**
 * No index has the last change of every order, because every step would write it. Open orders are few and are all read;
 * settled orders are scanned by their index, for each broker separately.
 */
function scanByChange(caller: Caller, query: OrderPageQuery, bind: Bind): string {
  const { skip, take } = getRowRange(query);
  const selectPart = (changedAt: 'o.updated_at' | 'o.settled_at', extraConditions: readonly string[]) => {
    const cursorConditions = buildCursorCondition(query, { column: changedAt, type: 'timestamptz', id: 'o.id' }, bind);
    const orderConditions = buildOrderConditions(query, { caller, changedAt }, bind);
    return `SELECT o.id, ${changedAt} AS "sortKey"
      FROM orders o ${buildWhere([...extraConditions, ...orderConditions, ...cursorConditions])}`;
  };
  const settled = `${selectPart('o.settled_at', ['o.broker_id = b.id', 'o.settled_at IS NOT NULL'])}
    ${buildOrderBy(query, { column: 'o.settled_at', id: 'o.id' })} LIMIT ${bind(skip + take)}::bigint`;
  return `${selectPart('o.updated_at', ['o.is_open'])}
    UNION ALL SELECT s.id, s."sortKey" FROM ${selectBrokers(caller, query, bind)} CROSS JOIN LATERAL (${settled}) AS s`;
}

function selectBrokers({ brokerId }: Caller, query: OrderFilters, bind: Bind): string {
  if (brokerId !== null) return `(SELECT ${bind(brokerId)}::uuid AS id) AS b`;
  return query.brokerId ? `unnest(${bind([...new Set(query.brokerId)])}::uuid[]) AS b(id)` : 'broker AS b';
}
