import type { Db } from '@linework/db/db';
import { assembled } from '@linework/db/statement';
import { createBoundValues } from '@linework/lists/bound-values';
import type { PoolScope } from './find-pool-scope.ts';
import { buildMatchSql } from './match-resources.ts';
import { buildResourceConditions } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

/** Returns the exact count of matching resources: from the pool counters where they suffice, else from the rows. */
export async function countResources(
  db: Pick<Db, 'query'>,
  filters: ResourceFilters,
  scope: PoolScope,
): Promise<number> {
  if (!hasResourceFilters(filters)) return scope.statusCount;
  const { bind, values } = createBoundValues();
  const { from } = buildMatchSql(filters, scope, { bind });
  const text = `SELECT count(*)::int AS total ${from}`;
  const [countRow] = await db.query(assembled<{ readonly total: number }>({ text, values }));
  return countRow?.total ?? 0;
}

/** Whether a filter needs more than the pool counters. */
const hasResourceFilters = (filters: ResourceFilters): boolean =>
  buildResourceConditions(filters, 'r', () => '').some(({ column }) => column !== 'status');
