import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { unprocessableRequest } from '@linework/problem-details/make-problem';
import { bulkLimit } from '@linework/schemas/bulk-operations/bulk-operation';
import { buildLineFilter, type LineFilters } from '../lines/list-lines.ts';
import { visibleTo } from '../visible-to.ts';

/** Which lines are meant: those named, or those that match. */
export type LineSelection = { readonly lineIds: readonly string[] } | { readonly filter: LineFilters };

/** At least one line that the caller may see; all that it may see are of one broker. */
export interface SelectedLines {
  readonly brokerId: string;
  /** In the order in which they were named or created; also those that are not there, or another broker's. */
  readonly lineIds: readonly string[];
  readonly found: ReadonlySet<string>;
}

interface FoundLine {
  readonly id: string;
  readonly brokerId: string;
}

/**
 * The lines that the caller means, as they are now. A line that is not there keeps no other from being picked. Raises validation-error (422)
 * when none is there, when the filter matches too many, and when an operator's are of several brokers.
 */
export async function selectLines(db: Db, caller: Caller, selection: LineSelection): Promise<SelectedLines> {
  const found = 'filter' in selection ? await findLinesByFilter(db, caller, selection.filter) : await findLinesByIds(db, caller, selection.lineIds);
  const [brokerId, ...others] = new Set(found.map((line) => line.brokerId));
  if (brokerId === undefined) throw unprocessableRequest('None of the lines is known here.', { code: 'no-lines' });
  if (others.length > 0) throw unprocessableRequest('The lines are of several brokers.', { code: 'several-brokers', brokerIds: [brokerId, ...others] });
  const ids = found.map(({ id }) => id);
  return { brokerId, lineIds: 'filter' in selection ? ids : selection.lineIds, found: new Set(ids) };
}

const findByIdsStatement = statement(
  'find-lines-of-bulk',
  'SELECT id, broker_id AS "brokerId" FROM line WHERE id = ANY($1::uuid[]) AND ($2::uuid IS NULL OR broker_id = $2::uuid)',
);

const findLinesByIds = (db: Db, { brokerId }: Caller, lineIds: readonly string[]) => db.query<FoundLine>(findByIdsStatement, [lineIds, brokerId]);

async function findLinesByFilter(db: Db, caller: Caller, filter: LineFilters): Promise<readonly FoundLine[]> {
  const where = { AND: [visibleTo(caller), buildLineFilter(filter)] };
  const found = await db.prisma.line.findMany({
    where,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: bulkLimit + 1,
    select: { id: true, brokerId: true },
  });
  if (found.length <= bulkLimit) return found;
  const matched = await db.prisma.line.count({ where });
  throw unprocessableRequest(`The filter matches ${matched} lines, and ${bulkLimit} is the most.`, { code: 'too-many-lines', matched, most: bulkLimit });
}
