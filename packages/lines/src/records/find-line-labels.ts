import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { LineLabel } from '@linework/schemas/lines/line-label';

const labelsStatement = statement(
  'find-line-labels',
  { ids: 'uuid[]' },
  `SELECT l.id, l.msisdn, h.id AS "holderId", h.name
  FROM line l
  JOIN holder h ON h.id = l.holder_id
  WHERE l.id = ANY(:ids)`,
);

/** The labels of lines, by their ids. An id of no line has none. */
export async function findLineLabels(
  db: Pick<Db, 'query'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LineLabel>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query(labelsStatement, { ids: [...new Set(ids)] });
  return new Map(rows.map(({ id, msisdn, holderId, name }) => [id, { id, msisdn, holder: { id: holderId, name } }]));
}
