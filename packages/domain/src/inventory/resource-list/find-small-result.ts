import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import { createBoundValues } from '../../lists/bound-values.ts';
import { getRowRange } from '../../lists/page.ts';
import { buildCursorCondition, buildOrderBy } from '../../lists/sql-range.ts';
import type { PoolScope } from './find-pool-scope.ts';
import { buildMatchSql } from './match-resources.ts';
import { type Bind, buildResourceConditions, findNeededTables, sorts } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

export interface SmallResult {
  /** How many match. */
  readonly total: number;
  /** Those of the page, and the one after it. */
  readonly ids: readonly string[];
}

interface SmallResultOptions {
  readonly bind: Bind;
  /** How many are few. */
  readonly limit: number;
}

/** Parts of a code as long as this are those of few, unless all codes of a kind begin with them. */
const minSelectiveLength = 4;

/**
 * How many match and which of them make the page, at once: to count what has a part of a code is to meet it all, which is most of what a
 * page of it takes. Undefined where more than a few have it, which is known after as many; where no part is asked for by which they can be
 * expected to be few; and of a list by its last changes, in which a row may have another place by the time it is read.
 */
export async function findSmallResult(db: Pick<Db, 'query'>, filters: ResourceFilters, scope: PoolScope): Promise<SmallResult | undefined> {
  if (filters.sortBy === 'updatedAt' || Array.from(filters.externalCode ?? '').length < minSelectiveLength) return undefined;
  const { bind, values } = createBoundValues();
  const limit = computeLimit(filters, scope);
  const text = buildSmallResultSql(filters, scope, { bind, limit });
  const [smallResult] = await db.query<SmallResult & { readonly found: number }>(unprepared(text), values);
  return smallResult && smallResult.found <= limit ? smallResult : undefined;
}

/** Of more than so many, a walk until the page is full meets fewer rows than match. */
const computeLimit = (filters: ResourceFilters, { totalCount }: PoolScope) => Math.ceil(Math.sqrt(getRowRange(filters).take * totalCount));

/** Each part MATERIALIZED: what is found is found once, planned as if all of it were wanted, and left off when it is no longer few. */
function buildSmallResultSql(filters: ResourceFilters, scope: PoolScope, { bind, limit }: SmallResultOptions): string {
  const { from } = buildMatchSql(selectResourceFilters(filters), scope, { bind });
  const { column, type } = sorts[filters.sortBy];
  const sort = { column: 'place', type, id: 'id' } as const;
  const cursorConditions = buildCursorCondition(filters, sort, bind).map((condition) => `WHERE ${condition}`);
  const { skip, take } = getRowRange(filters);
  return `WITH found AS MATERIALIZED (SELECT r.id, r.created_at, r.external_code ${from}),
      few AS MATERIALIZED (SELECT * FROM found LIMIT ${bind(limit + 1)}::int),
      matching AS MATERIALIZED (SELECT few.id, ${column} AS place FROM few ${buildStateJoin(filters, { bind, limit })})
    SELECT (SELECT count(*) FROM few)::int AS found, (SELECT count(*) FROM matching)::int AS total,
      ARRAY(SELECT id FROM matching ${cursorConditions.join('')} ${buildOrderBy(filters, sort)} OFFSET ${bind(skip)}::bigint LIMIT ${bind(take)}::bigint) AS ids`;
}

/** One state after the other, by its key, and none where more are found than a few. */
function buildStateJoin(filters: ResourceFilters, { bind, limit }: SmallResultOptions): string {
  if (!findNeededTables(filters).state) return '';
  const conditions = ['s.resource_id = few.id', ...Object.values(buildResourceConditions(selectStateFilters(filters), 's', bind)).flat()].join(' AND ');
  return `CROSS JOIN LATERAL (SELECT FROM resource_state s WHERE ${conditions} LIMIT 1) AS s WHERE (SELECT count(*) FROM few) <= ${bind(limit)}::int`;
}

const selectResourceFilters = (filters: ResourceFilters): ResourceFilters => ({
  ...filters,
  status: undefined,
  updatedAtFrom: undefined,
  updatedAtTo: undefined,
});

const selectStateFilters = ({ status, updatedAtFrom, updatedAtTo, sortBy, sortOrder, limit }: ResourceFilters): ResourceFilters => ({
  ...{ status, updatedAtFrom, updatedAtTo },
  ...{ sortBy, sortOrder, limit },
});
