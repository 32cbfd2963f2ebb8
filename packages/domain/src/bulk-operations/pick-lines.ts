import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { impossibleRequest } from '@linework/problem-details/make-problem';
import { bulkLimit } from '@linework/schemas/bulk-operations/bulk-operation';
import { type LineFilters, linesMatching } from '../lines/list-lines.ts';
import { visibleTo } from '../visible-to.ts';

/** Which lines are meant: those named, or those that match. */
export type LinePick = { readonly lineIds: readonly string[] } | { readonly filter: LineFilters };

/** At least one line that the caller may see; all that it may see are of one broker. */
export interface PickedLines {
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
export async function pickLines(db: Db, caller: Caller, pick: LinePick): Promise<PickedLines> {
  const found = 'filter' in pick ? await findMatching(db, caller, pick.filter) : await findNamed(db, caller, pick.lineIds);
  const [brokerId, ...others] = new Set(found.map((line) => line.brokerId));
  if (brokerId === undefined) throw impossibleRequest('None of the lines is known here.', { code: 'no-lines' });
  if (others.length > 0) throw impossibleRequest('The lines are of several brokers.', { code: 'several-brokers', brokerIds: [brokerId, ...others] });
  const ids = found.map(({ id }) => id);
  return { brokerId, lineIds: 'filter' in pick ? ids : pick.lineIds, found: new Set(ids) };
}

const findNamedStatement = statement(
  'find-lines-of-bulk',
  'SELECT id, broker_id AS "brokerId" FROM line WHERE id = ANY($1::uuid[]) AND ($2::uuid IS NULL OR broker_id = $2::uuid)',
);

const findNamed = (db: Db, { brokerId }: Caller, lineIds: readonly string[]) => db.query<FoundLine>(findNamedStatement, [lineIds, brokerId]);

async function findMatching(db: Db, caller: Caller, filter: LineFilters): Promise<readonly FoundLine[]> {
  const where = { AND: [visibleTo(caller), linesMatching(filter)] };
  const found = await db.prisma.line.findMany({
    where,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: bulkLimit + 1,
    select: { id: true, brokerId: true },
  });
  if (found.length <= bulkLimit) return found;
  const matched = await db.prisma.line.count({ where });
  throw impossibleRequest(`The filter matches ${matched} lines, and ${bulkLimit} is the most.`, { code: 'too-many-lines', matched, most: bulkLimit });
}
