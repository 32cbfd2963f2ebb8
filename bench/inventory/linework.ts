import { randomUUID } from 'node:crypto';
import type { Db, OpenDb } from '@linework/db/db';
import type { Statement } from '@linework/db/statement';
import { listPools } from '@linework/domain/inventory/list-pools';
import { listResources } from '@linework/domain/inventory/list-resources';
import { countResources } from '@linework/domain/inventory/resource-list/count-resources';
import { findPoolScope } from '@linework/domain/inventory/resource-list/find-pool-scope';
import type { ResourceFilters } from '@linework/domain/inventory/resource-list/resource-filters';
import { decodeCursor } from '@linework/http/cursor';
import { resourceSorts } from '@linework/schemas/inventory/resource-filters';
import type { QueryFilters } from './cases.ts';
import type { Reads, SentStatement } from './read.ts';

const operator = { keyId: randomUUID(), brokerId: null, scopes: [] } as const;
const isCount = ({ text }: SentStatement) => text.includes('count(*)');
const returnsRowsToo = (sent: SentStatement) => isCount(sent) && sent.text.startsWith('WITH');

/** What the project's own lists send: what counts, and finds the page with it where few match, apart from the rest. */
export async function lineworkReads(db: OpenDb, asked: QueryFilters): Promise<Reads> {
  const first = await record(db, asked);
  const far = await record(db, { ...asked, page: Math.min(1_000, Math.max(1, first.totalPages - 1)) });
  const cursor = far.next && decodeCursor(far.next, resourceSorts);
  const beyond = cursor && (await record(db, { ...asked, cursor }));
  const withoutCount = (sent: readonly SentStatement[]) => sent.filter((one) => !isCount(one));
  return {
    page: withoutCount(first.sent),
    total: first.sent.filter(isCount),
    ...(first.totalPages >= 1_000 && { page1000: withoutCount(far.sent) }),
    ...(beyond && { cursor: withoutCount(beyond.sent) }),
    ...(first.sent.some(returnsRowsToo) && { countAlone: await countAlone(db, asked) }),
  };
}

async function countAlone(db: OpenDb, asked: QueryFilters): Promise<readonly SentStatement[]> {
  const recorder = recording(db);
  const query = buildQuery(asked);
  await countResources(recorder, query, await findPoolScope(db, operator, query));
  return recorder.sent.filter(isCount);
}

const buildQuery = (asked: QueryFilters): ResourceFilters => ({ sortBy: 'createdAt', sortOrder: 'desc', limit: 20, ...asked });

async function record(db: OpenDb, asked: QueryFilters) {
  const recorder = recording(db);
  const { meta, pages } = await listResources(recorder, operator, buildQuery(asked));
  return { sent: recorder.sent, totalPages: meta.totalPages, next: pages.next?.cursor };
}

/** What the list of pools by availability sends, its count with it. */
export async function lineworkPools(db: OpenDb): Promise<readonly SentStatement[]> {
  const recorder = recording(db);
  await listPools(recorder, operator, { sortBy: 'availableResourcesCount', sortOrder: 'desc', limit: 20 });
  return recorder.sent;
}

function recording(db: OpenDb): Pick<Db, 'query'> & { readonly sent: SentStatement[] } {
  const sent: SentStatement[] = [];
  return {
    sent,
    query<Row>(statement: Statement, values: readonly unknown[]) {
      sent.push({ text: statement.text, values, isKept: statement.name !== '' });
      return db.query<Row>(statement, values);
    },
  };
}
