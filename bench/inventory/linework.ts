import { randomUUID } from 'node:crypto';
import type { Db, OpenDb } from '@linework/db/db';
import { decodeCursor } from '@linework/http/cursor';
import { listPools } from '@linework/inventory/pools/list-pools';
import { countResources } from '@linework/inventory/resource-list/count-resources';
import { findPoolScope } from '@linework/inventory/resource-list/find-pool-scope';
import { listResources } from '@linework/inventory/resource-list/list-resources';
import type { ResourceFilters } from '@linework/inventory/resource-list/resource-filters';
import { resourceSorts } from '@linework/schemas/inventory/resource-filters';
import type { QueryFilters } from './cases.ts';
import type { Reads, SentStatement } from './read.ts';

const operator = { keyId: randomUUID(), brokerId: null, scopes: [] } as const;
const isCount = ({ text }: SentStatement) => text.includes('count(*)');
const returnsRowsToo = (sent: SentStatement) => isCount(sent) && sent.text.startsWith('WITH');

/**
 * Records the statements of the project's lists. The one that counts is separate; if few rows match, it finds the page
 * too.
 */
export async function lineworkReads(db: OpenDb, filters: QueryFilters): Promise<Reads> {
  const first = await record(db, filters);
  const far = await record(db, { ...filters, page: Math.min(1_000, Math.max(1, first.totalPages - 1)) });
  const cursor = far.next && decodeCursor(far.next, resourceSorts);
  const afterCursor = cursor && (await record(db, { ...filters, cursor }));
  const withoutCount = (sent: readonly SentStatement[]) => sent.filter((one) => !isCount(one));
  return {
    page: withoutCount(first.sent),
    total: first.sent.filter(isCount),
    ...(first.totalPages >= 1_000 && { page1000: withoutCount(far.sent) }),
    ...(afterCursor && { cursor: withoutCount(afterCursor.sent) }),
    ...(first.sent.some(returnsRowsToo) && { countAlone: await countAlone(db, filters) }),
  };
}

async function countAlone(db: OpenDb, filters: QueryFilters): Promise<readonly SentStatement[]> {
  const recorder = recording(db);
  const query = buildQuery(filters);
  await countResources(recorder, query, await findPoolScope(db, operator, query));
  return recorder.sent.filter(isCount);
}

const buildQuery = (filters: QueryFilters): ResourceFilters => ({
  sortBy: 'createdAt',
  sortOrder: 'desc',
  limit: 20,
  ...filters,
});

async function record(db: OpenDb, filters: QueryFilters) {
  const recorder = recording(db);
  const { meta, pages } = await listResources(recorder, operator, buildQuery(filters));
  return { sent: recorder.sent, totalPages: meta.totalPages, next: pages.next?.cursor };
}

/** Records the statements of the list of pools by availability, including its count. */
export async function lineworkPools(db: OpenDb): Promise<readonly SentStatement[]> {
  const recorder = recording(db);
  await listPools(recorder, operator, { sortBy: 'availableResourcesCount', sortOrder: 'desc', limit: 20 });
  return recorder.sent;
}

function recording(db: OpenDb): Pick<Db, 'query'> & { readonly sent: SentStatement[] } {
  const sent: SentStatement[] = [];
  return {
    sent,
    query(statement, ...given) {
      const values = statement.inOrder((given[0] ?? {}) as never);
      sent.push({ text: statement.text, values, isPrepared: statement.name !== '' });
      return db.query(statement, ...given);
    },
  };
}
