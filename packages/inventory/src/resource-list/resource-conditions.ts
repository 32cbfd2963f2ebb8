import { type Bind, buildContainsPattern } from '@linework/lists/bound-values';
import { applyFilters, type FilterTable, partFilter } from '@linework/lists/filter-table';
import { compareTime } from '@linework/lists/sql-range';
import type { PoolFilterName, ResourceFilters } from './resource-filters.ts';

/** The first table of a statement: `r` the resource, `s` its state. Both have pool_id and created_at. */
export type Driver = 'r' | 's';

/** The column that a condition compares, and the condition in SQL. */
export interface ResourceCondition {
  readonly column: 'status' | 'createdAt' | 'updatedAt' | 'externalCode' | 'attributes';
  readonly sql: string;
}

type ResourceFilterTable = FilterTable<
  Omit<ResourceFilters, PoolFilterName>,
  readonly ResourceCondition[],
  [Driver, Bind]
>;

/** The pool scope answers the filters that select pools. */
const filterTable: ResourceFilterTable = {
  status: (statuses, _, bind) => [{ column: 'status', sql: `s.status = ANY(${bind(statuses)}::text[])` }],
  createdAtFrom: (from, driver, bind) => [
    { column: 'createdAt', sql: compareTime(`${driver}.created_at`, '>=', from, bind) },
  ],
  createdAtTo: (to, driver, bind) => [
    { column: 'createdAt', sql: compareTime(`${driver}.created_at`, '<=', to, bind) },
  ],
  updatedAtFrom: (from, _, bind) => [{ column: 'updatedAt', sql: compareTime('s.updated_at', '>=', from, bind) }],
  updatedAtTo: (to, _, bind) => [{ column: 'updatedAt', sql: compareTime('s.updated_at', '<=', to, bind) }],
  externalCode: partFilter(
    (text, _, bind) => buildContainsConditions(text, bind).map((sql) => ({ column: 'externalCode', sql })),
    (text, _, bind) => [{ column: 'externalCode', sql: `r.external_code = ${bind(text)}::text` }],
  ),
  attributes: (attributes, _, bind) =>
    buildAttributeConditions(attributes, bind).map((sql) => ({ column: 'attributes', sql })),
};

/** The conditions of the filters, except those that select pools. */
export const buildResourceConditions = (
  filters: ResourceFilters,
  driver: Driver,
  bind: Bind,
): readonly ResourceCondition[] => applyFilters(filters, filterTable, driver, bind).flat();

/** The same as SQL. */
export const buildResourceConditionsSql = (filters: ResourceFilters, driver: Driver, bind: Bind): readonly string[] =>
  buildResourceConditions(filters, driver, bind).map(({ sql }) => sql);

/**
 * Numbers of one operator share their first digits, so the last ones are the most selective. The index is searched by
 * the end of the text, and each row is checked against the whole text.
 */
const minSelectiveLength = 8;

function buildContainsConditions(text: string, bind: Bind): readonly string[] {
  const buildLike = (part: string) => `${selectLikeOperator(part)} ${bind(buildContainsPattern(part))}::text`;
  // Half a surrogate pair matches no row.
  const end = Array.from(text).slice(-minSelectiveLength).join('');
  if (end === text) return [`r.external_code ${buildLike(text)}`];
  return [`r.external_code ${buildLike(end)}`, `(r.external_code || '') ${buildLike(text)}`];
}

/** Digits have no case, and lowering the case of each row is half of the cost of a comparison. */
const selectLikeOperator = (part: string) => (part.toLowerCase() === part.toUpperCase() ? 'LIKE' : 'ILIKE');

/** Containment uses an index but also matches parts of nested objects and lists, so each member is compared too. */
function buildAttributeConditions(attributes: Readonly<Record<string, unknown>>, bind: Bind): readonly string[] {
  const members = Object.entries(attributes);
  if (members.length === 0) return [];
  const equalities = members.map(
    ([name, value]) => `r.attributes -> ${bind(name)}::text = ${bind(JSON.stringify(value))}::jsonb`,
  );
  return [`r.attributes @> ${bind(JSON.stringify(attributes))}::jsonb`, ...equalities];
}

/** The sort columns of the list, in SQL. */
export const sorts = {
  createdAt: { column: 'created_at', type: 'timestamptz' },
  updatedAt: { column: 'updated_at', type: 'timestamptz' },
  externalCode: { column: 'external_code', type: 'text' },
} as const;

const tables = { r: 'resource r', s: 'resource_state s' } as const;

/** The FROM clause of a statement, `driver` first. */
export function buildFrom(driver: Driver, needed: { readonly resource: boolean; readonly state: boolean }): string {
  const other = driver === 'r' ? needed.state && 's' : needed.resource && 'r';
  return other ? `${tables[driver]} JOIN ${tables[other]} ON s.resource_id = r.id` : tables[driver];
}

/** The tables that these filters and this order need. */
export function findNeededTables(
  { status, updatedAtFrom, updatedAtTo, externalCode, attributes }: ResourceFilters,
  sortBy?: ResourceFilters['sortBy'],
) {
  return {
    resource: externalCode !== undefined || attributes !== undefined || sortBy === 'externalCode',
    state: status !== undefined || updatedAtFrom !== undefined || updatedAtTo !== undefined || sortBy === 'updatedAt',
  };
}
