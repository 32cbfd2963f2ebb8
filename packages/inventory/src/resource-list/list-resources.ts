import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { assembled, statement } from '@linework/db/statement';
import { createBoundValues } from '@linework/lists/bound-values';
import { buildPage, type Page } from '@linework/lists/page';
import { buildOrderBy } from '@linework/lists/sql-range';
import { validationError } from '@linework/problem-details/make-problem';
import type { Resource } from '@linework/schemas/inventory/resource';
import { resourceSorts } from '@linework/schemas/inventory/resource-filters';
import { rejectSecretFilter } from '@linework/secrets/reject-secret-members';
import { findTypeIds } from '../resource-types/find-type-ids.ts';
import { printResource, type ResourceRow, resourceColumns, resourceTables } from '../resources/resource-columns.ts';
import { buildIndexScan } from './build-index-scan.ts';
import { buildSortScan } from './build-sort-scan.ts';
import { countResources } from './count-resources.ts';
import { findPoolScope, type PoolScope } from './find-pool-scope.ts';
import { findSmallResult, type SmallResult } from './find-small-result.ts';
import { estimateSortScanRows, isServedByIndex, planScan } from './plan-scan.ts';
import { buildResourceConditionsSql } from './resource-conditions.ts';
import type { ResourceFilters } from './resource-filters.ts';

/** Lists one page of the resources that the caller can see. */
export async function listResources(
  db: Pick<Db, 'query'>,
  caller: Caller,
  filters: ResourceFilters,
): Promise<Page<Resource>> {
  const page = await readResources(db, caller, filters);
  return { ...page, items: page.items.map(printResource) };
}

/** Reads the rows of one page of resources. Raises 400 where a filter names a secret attribute. */
export async function readResources(
  db: Pick<Db, 'query'>,
  caller: Caller,
  query: ResourceFilters,
): Promise<Page<ResourceRow>> {
  const asked = query.typeId === undefined ? query : { ...query, typeId: await findTypeIds(db, query.typeId) };
  const filters = await findPosition(db, caller, asked);
  const toPage = (rows: readonly ResourceRow[], total: number) =>
    buildPage(filters, rows, total, { isSortMasked: isSortMasked(filters) });
  await rejectSecretFilter(db, filters.attributes, {
    location: 'query',
    typeId: filters.typeId,
    poolId: filters.poolId,
  });
  const scope = await findPoolScope(db, caller, filters);
  if (scope.poolIds.length === 0) return toPage([], 0);
  const smallResult = await findSmallResult(db, filters, scope);
  const total = smallResult?.total ?? (await countResources(db, filters, scope));
  if (total === 0) return toPage([], 0);
  return toPage(
    (smallResult && (await readSmallResult(db, filters, smallResult))) ?? (await readRange(db, filters, scope, total)),
    total,
  );
}

const isSortMasked = ({ sortBy }: ResourceFilters): boolean => resourceSorts[sortBy] === 'masked';

const findCodeStatement = statement(
  'find-code-at-cursor',
  { cursorId: 'uuid', brokerId: 'uuid?' },
  'SELECT external_code AS code FROM resource WHERE id = :cursorId AND (:brokerId IS NULL OR broker_id = :brokerId)',
);

/** A cursor of the order by code names only its resource, which is never deleted and keeps its code. */
async function findPosition(
  db: Pick<Db, 'query'>,
  { brokerId }: Caller,
  filters: ResourceFilters,
): Promise<ResourceFilters> {
  const { cursor } = filters;
  if (!cursor || !isSortMasked(filters)) return filters;
  const [row] = await db.query(findCodeStatement, { cursorId: cursor.id, brokerId });
  if (!row) throw validationError([{ detail: 'is not a cursor of this list', parameter: 'cursor' }]);
  return { ...filters, cursor: { ...cursor, value: row.code } };
}

/**
 * Reads the rows with these ids. Returns undefined when one of them no longer matches; the page must be searched again
 * then.
 */
async function readSmallResult(
  db: Pick<Db, 'query'>,
  filters: ResourceFilters,
  { ids }: SmallResult,
): Promise<readonly ResourceRow[] | undefined> {
  const { bind, values } = createBoundValues();
  const conditions = [`r.id = ANY(${bind(ids)}::uuid[])`, ...buildResourceConditionsSql(filters, 'r', bind)];
  const rows = await readSorted(db, filters, { where: conditions.join(' AND '), values });
  return rows.length === ids.length ? rows : undefined;
}

/** Reads the rows of one page of `total` matches with the cheaper of two strategies. */
async function readRange(
  db: Pick<Db, 'query'>,
  filters: ResourceFilters,
  scope: PoolScope,
  total: number,
): Promise<readonly ResourceRow[]> {
  const { bind, values } = createBoundValues();
  const plan = planScan(filters, scope, total);
  const ids =
    isServedByIndex(filters) || plan.estimatedRows < estimateSortScanRows(filters, scope, total)
      ? buildIndexScan(filters, scope, { plan, bind })
      : buildSortScan(filters, scope, bind);
  return readSorted(db, filters, { where: `r.id = ANY(ARRAY(${ids}))`, values });
}

function readSorted(
  db: Pick<Db, 'query'>,
  filters: ResourceFilters,
  { where, values }: { readonly where: string; readonly values: readonly unknown[] },
) {
  const order = buildOrderBy(filters, { column: sortColumns[filters.sortBy], id: 'r.id' });
  const text = `SELECT ${resourceColumns} FROM ${resourceTables} WHERE ${where} ${order}`;
  return db.query(assembled<ResourceRow>({ text, values }));
}

const sortColumns = { createdAt: 'r.created_at', updatedAt: 's.updated_at', externalCode: 'r.external_code' } as const;
