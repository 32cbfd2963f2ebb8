import type { Db } from '@linework/db/db';
import { assembled } from '@linework/db/statement';
import { type Bind, createBoundValues } from '@linework/lists/bound-values';
import { getRowRange } from '@linework/lists/page';
import { buildCursorCondition, buildOrderBy } from '@linework/lists/sql-range';
import type { PoolScope } from './find-pool-scope.ts';
import { buildMatchSql } from './match-resources.ts';
import { buildResourceConditionsSql, findNeededTables, sorts } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

export interface SmallResult {
  /** The number of matches. */
  readonly total: number;
  /** The ids of the page and of the next row. */
  readonly ids: readonly string[];
}

interface SmallResultOptions {
  readonly bind: Bind;
  /** The largest size of a small result. */
  readonly limit: number;
}

/** A code fragment of this length matches few resources, unless all codes of a type begin with it. */
const minSelectiveLength = 4;

/**
 * Finds the count and the page in one statement: counting the matches of a code fragment reads all of them, which is
 * most of the cost of the page. Returns undefined where the result exceeds the limit, which the statement stops at;
 * where no selective code fragment is given; and for lists by updated_at, in which a row may move before it is read.
 */
export async function findSmallResult(
  db: Pick<Db, 'query'>,
  filters: ResourceFilters,
  scope: PoolScope,
): Promise<SmallResult | undefined> {
  if (filters.sortBy === 'updatedAt' || Array.from(filters.externalCode ?? '').length < minSelectiveLength)
    return undefined;
  const { bind, values } = createBoundValues();
  const limit = computeLimit(filters, scope);
  const text = buildSmallResultSql(filters, scope, { bind, limit });
  const [smallResult] = await db.query(assembled<SmallResult & { readonly found: number }>({ text, values }));
  return smallResult && smallResult.found <= limit ? smallResult : undefined;
}

/** For larger results, an index scan until the page is full reads fewer rows than match. */
const computeLimit = (filters: ResourceFilters, { totalCount }: PoolScope) =>
  Math.ceil(Math.sqrt(getRowRange(filters).take * totalCount));

/** Each CTE is MATERIALIZED: it runs once, is planned as if all rows were needed, and stops at the limit. */
function buildSmallResultSql(filters: ResourceFilters, scope: PoolScope, { bind, limit }: SmallResultOptions): string {
  const { from } = buildMatchSql(selectResourceFilters(filters), scope, { bind });
  const { column, type } = sorts[filters.sortBy];
  const sort = { column: 'place', type, id: 'id' } as const;
  const cursorConditions = buildCursorCondition(filters, sort, bind).map((condition) => `WHERE ${condition}`);
  const { skip, take } = getRowRange(filters);
  return `WITH found AS MATERIALIZED (SELECT r.id, r.created_at, r.external_code ${from}),
      limited AS MATERIALIZED (SELECT * FROM found LIMIT ${bind(limit + 1)}::int),
      matching AS MATERIALIZED (
        SELECT limited.id, ${column} AS place
        FROM limited ${buildStateJoin(filters, { bind, limit })})
    SELECT (SELECT count(*) FROM limited)::int AS found, (SELECT count(*) FROM matching)::int AS total,
      ARRAY(SELECT id
        FROM matching ${cursorConditions.join('')} ${buildOrderBy(filters, sort)}
        OFFSET ${bind(skip)}::bigint
        LIMIT ${bind(take)}::bigint) AS ids`;
}

/** Joins the states one by one by key, and none where the result exceeds the limit. */
function buildStateJoin(filters: ResourceFilters, { bind, limit }: SmallResultOptions): string {
  if (!findNeededTables(filters).state) return '';
  const conditions = [
    's.resource_id = limited.id',
    ...buildResourceConditionsSql(selectStateFilters(filters), 's', bind),
  ].join(' AND ');
  return `CROSS JOIN LATERAL (SELECT FROM resource_state s WHERE ${conditions} LIMIT 1) AS s
    WHERE (SELECT count(*) FROM limited) <= ${bind(limit)}::int`;
}

const selectResourceFilters = (filters: ResourceFilters): ResourceFilters => ({
  ...filters,
  status: undefined,
  updatedAtFrom: undefined,
  updatedAtTo: undefined,
});

const selectStateFilters = ({
  status,
  updatedAtFrom,
  updatedAtTo,
  sortBy,
  sortOrder,
  limit,
}: ResourceFilters): ResourceFilters => ({
  ...{ status, updatedAtFrom, updatedAtTo },
  ...{ sortBy, sortOrder, limit },
});
