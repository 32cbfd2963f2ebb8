import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { visibleTo } from '@linework/lists/visible-to';
import { unprocessableRequest } from '@linework/problem-details/make-problem';
import { bulkLimit } from '@linework/schemas/bulk-operations/bulk-operation';
import { lineNotFound } from '../records/find-line.ts';
import { buildLineFilter, type LineFilters } from '../records/list-lines.ts';
import { type BulkItems, findLineIdsOfItems } from './select-bulk-items.ts';
import { readIds, type SelectedItem, type SentIds, selectItems } from './selected-items.ts';

/** Selects lines: by id, by a filter, or the rest of an earlier bulk operation. */
export type LineSelection =
  | { readonly lineIds: SentIds }
  | { readonly filter: LineFilters }
  | { readonly bulkItems: BulkItems };

/** At least one line that the caller may see; all visible lines belong to one broker. */
export interface SelectedLines {
  readonly brokerId: string;
  /** In the order in which they were sent or created; includes lines that do not exist or belong to another broker. */
  readonly items: readonly SelectedItem[];
}

type FoundLine = RowOf<typeof findByIdsStatement>;

/**
 * The lines that the caller selects, as they are now. A line that does not exist does not block the others. Raises
 * validation-error (422) when no line exists, when the filter matches too many, and when an operator's lines are of
 * several brokers.
 */
export async function selectLines(db: Db, caller: Caller, selection: LineSelection): Promise<SelectedLines> {
  const sentIds =
    'bulkItems' in selection
      ? await findLineIdsOfItems(db, caller, selection.bulkItems)
      : 'lineIds' in selection && selection.lineIds;
  const found =
    'filter' in selection
      ? await findLinesByFilter(db, caller, selection.filter)
      : await findLinesByIds(db, caller, readIds(sentIds || []));
  const [brokerId, ...others] = new Set(found.map((line) => line.brokerId));
  if (brokerId === undefined) throw unprocessableRequest('None of the lines exists.', { code: 'no-lines' });
  if (others.length > 0)
    throw unprocessableRequest('The lines belong to several brokers. Send one request per broker.', {
      code: 'several-brokers',
      brokerIds: [brokerId, ...others],
    });
  const ids = new Set(found.map(({ id }) => id));
  const items = selectItems('lineIds', sentIds || [...ids], (id) => (ids.has(id) ? null : lineNotFound(id)));
  return { brokerId, items };
}

const findByIdsStatement = statement(
  'find-lines-of-bulk',
  { lineIds: 'uuid[]', brokerId: 'uuid?' },
  `SELECT id, broker_id AS "brokerId"
   FROM line
   WHERE id = ANY(:lineIds) AND (:brokerId IS NULL OR broker_id = :brokerId)`,
);

const findLinesByIds = (db: Db, { brokerId }: Caller, lineIds: readonly string[]) =>
  db.query(findByIdsStatement, { lineIds, brokerId });

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
  throw unprocessableRequest(`The filter matches ${matched} lines; at most ${bulkLimit} are allowed.`, {
    code: 'too-many-lines',
    matched,
    limit: bulkLimit,
  });
}
