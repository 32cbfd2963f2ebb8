import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { impossibleRequest } from '@linework/problem-details/make-problem';
import { bulkLimit } from '@linework/schemas/bulk-operations/bulk-operation';
import { type LineFilters, linesMatching } from '../lines/list-lines.ts';
import { visibleTo } from '../visible-to.ts';

/** Which lines are meant: those named, or those that match. */
export type LinePick = { readonly lineIds: readonly string[] } | { readonly filter: LineFilters };

/** At least one line, all of one broker. */
export interface PickedLines {
  readonly brokerId: string;
  readonly lineIds: readonly string[];
}

interface FoundLine {
  readonly id: string;
  readonly brokerId: string;
}

/**
 * The lines that the caller means, as they are now. Raises validation-error (422) when one of those named is not there or is
 * another broker's, when the filter matches none or too many, and when an operator's are of several brokers.
 */
export async function pickLines(db: Db, caller: Caller, pick: LinePick): Promise<PickedLines> {
  const found = 'filter' in pick ? await findMatching(db, caller, pick.filter) : await findNamed(db, caller, pick.lineIds);
  const [brokerId, ...others] = new Set(found.map((line) => line.brokerId));
  if (brokerId === undefined) throw impossibleRequest('No line matches the filter.', { code: 'no-lines' });
  if (others.length > 0) throw impossibleRequest('The lines are of several brokers.', { code: 'several-brokers', brokerIds: [brokerId, ...others] });
  return { brokerId, lineIds: 'filter' in pick ? found.map(({ id }) => id) : pick.lineIds };
}

const findNamedStatement = statement(
  'find-lines-of-bulk',
  'SELECT id, broker_id AS "brokerId" FROM line WHERE id = ANY($1::uuid[]) AND ($2::uuid IS NULL OR broker_id = $2::uuid)',
);

async function findNamed(db: Db, caller: Caller, lineIds: readonly string[]): Promise<readonly FoundLine[]> {
  const found = await db.query<FoundLine>(findNamedStatement, [lineIds, caller.brokerId]);
  const known = new Set(found.map(({ id }) => id));
  const unknown = lineIds.filter((id) => !known.has(id));
  if (unknown.length > 0) throw impossibleRequest(`There are no such lines: ${unknown.length} of those named.`, { code: 'unknown-lines', lineIds: unknown });
  return found;
}

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
