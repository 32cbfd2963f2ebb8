import type { Caller } from '@linework/auth/caller';
import { type ComposedValues, composedValues } from '../../lists/composed-values.ts';
import { type PageQuery, stretchOf } from '../../lists/page.ts';
import { beyondCursor, orderOf } from '../../lists/sql-stretch.ts';
import { type Bind, findsFew, orderConditions } from './order-conditions.ts';
import type { OrderFilters } from './order-filters.ts';

export interface OrderPageQuery extends OrderFilters, PageQuery {
  readonly sortBy: 'createdAt' | 'updatedAt';
}

export interface Composed extends Pick<ComposedValues, 'values'> {
  readonly text: string;
}

const columns = { createdAt: 'o.created_at', updatedAt: 'o.updated_at' } as const;

/** Finds one page: the ids of its orders in the list's order, each with the value that it is sorted by as `place`. */
export function findPage(caller: Caller, query: OrderPageQuery): Composed {
  const { bind, values } = composedValues();
  const { skip, take } = stretchOf(query);
  const found = findsFew(query) ? all(caller, query, bind) : query.sortBy === 'createdAt' ? walk(caller, query, bind) : walkByChange(caller, query, bind);
  const page = `${orderOf(query, { column: 'place', id: 'id' })} OFFSET ${bind(skip)}::bigint LIMIT ${bind(take)}::bigint`;
  return { text: `SELECT id, place FROM (${found}) AS found ${page}`, values };
}

/** Counts all that match. */
export function countMatching(caller: Caller, query: OrderFilters): Composed {
  const { bind, values } = composedValues();
  return { text: `SELECT count(*)::int AS total FROM orders o ${where(orderConditions(query, { caller, changedAt: 'o.updated_at' }, bind))}`, values };
}

const where = (conditions: readonly string[]) => (conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`);

/** All that match, which are few. `OFFSET 0` keeps the planner from walking another index in the order of the page. */
function all(caller: Caller, query: OrderPageQuery, bind: Bind): string {
  const matching = where(orderConditions(query, { caller, changedAt: 'o.updated_at' }, bind));
  const beyond = where(beyondCursor(query, { column: 'place', type: 'timestamptz', id: 'id' }, bind));
  return `SELECT * FROM (SELECT o.id, ${columns[query.sortBy]} AS place FROM orders o ${matching} OFFSET 0) AS matching ${beyond}`;
}

/** The first that match in an index that is in the order of the list. */
function walk(caller: Caller, query: OrderPageQuery, bind: Bind): string {
  const conditions = orderConditions(query, { caller, changedAt: 'o.updated_at' }, bind);
  const beyond = beyondCursor(query, { column: 'o.created_at', type: 'timestamptz', id: 'o.id' }, bind);
  return `SELECT o.id, o.created_at AS place FROM orders o ${where([...conditions, ...beyond])}`;
}

/**
 * No index holds the time of every last change, as each step of an order would write it. Open orders are few and are all read; the
 * index on settled orders is walked for each broker.
 */
function walkByChange(caller: Caller, query: OrderPageQuery, bind: Bind): string {
  const { skip, take } = stretchOf(query);
  const part = (changedAt: 'o.updated_at' | 'o.settled_at', more: readonly string[]) => {
    const beyond = beyondCursor(query, { column: changedAt, type: 'timestamptz', id: 'o.id' }, bind);
    return `SELECT o.id, ${changedAt} AS place FROM orders o ${where([...more, ...orderConditions(query, { caller, changedAt }, bind), ...beyond])}`;
  };
  const settled = `${part('o.settled_at', ['o.broker_id = b.id', 'o.settled_at IS NOT NULL'])}
    ${orderOf(query, { column: 'o.settled_at', id: 'o.id' })} LIMIT ${bind(skip + take)}::bigint`;
  return `${part('o.updated_at', ['o.due_at IS NOT NULL'])}
    UNION ALL SELECT s.id, s.place FROM ${brokersOf(caller, query, bind)} CROSS JOIN LATERAL (${settled}) AS s`;
}

function brokersOf({ brokerId }: Caller, query: OrderFilters, bind: Bind): string {
  if (brokerId !== null) return `(SELECT ${bind(brokerId)}::uuid AS id) AS b`;
  return query.brokerId ? `unnest(${bind([...new Set(query.brokerId)])}::uuid[]) AS b(id)` : 'broker AS b';
}
