import type { Db } from '@linework/db/db';
import { statement, unprepared } from '@linework/db/statement';
import type { MoveInKind } from '@linework/schemas/move-ins/move-in';
import { columnsByKind } from './columns.ts';

/** A file may have 100,000 rows. */
const limits = { timeoutMs: 600_000 };

const findingsStatement = unprepared(
  'leave-out-by-findings',
  { moveInId: 'uuid' },
  `UPDATE move_in_row r
  SET state = 'left-out', reason = f.code
  FROM (
    SELECT DISTINCT ON (f.kind, f.row) f.kind, f.row, f.code
    FROM move_in_finding f
    JOIN move_in_decision d ON d.move_in_id = f.move_in_id AND d.code = f.code AND d.decision = 'leave-out'
    WHERE f.move_in_id = :moveInId
    ORDER BY f.kind, f.row, f.code
  ) f
  WHERE r.move_in_id = :moveInId AND r.kind = f.kind AND r.row = f.row AND r.state = 'read'`,
  limits,
);

/**
 * The statistics of PostgreSQL do not know yet that rows stay out. It expects one of them, and would read all rows of a
 * file for each.
 */
const readOnceStatement = statement('read-rows-once', "SELECT set_config('enable_nestloop', 'off', true)");

/** A row that names one that stays out stays out too, unless that one was adopted before. */
const dependentsStatement = unprepared(
  'leave-out-dependents',
  { moveInId: 'uuid', kind: 'text', column: 'text', target: 'text' },
  `UPDATE move_in_row r
  SET state = 'left-out', reason = 'needs-' || :target
  FROM move_in_row t
  WHERE r.move_in_id = :moveInId
    AND r.kind = :kind
    AND r.state = 'read'
    AND t.move_in_id = :moveInId
    AND t.kind = :target
    AND t.legacy_id = r.data ->> :column
    AND t.state = 'left-out'
    AND t.reason <> 'already-adopted'`,
  limits,
);

/** A subscription without one of its products would be billed too low: it stays out whole. */
const ownersStatement = unprepared(
  'leave-out-subscriptions-of-products',
  { moveInId: 'uuid' },
  `UPDATE move_in_row r
  SET state = 'left-out', reason = 'needs-products'
  FROM move_in_row p
  WHERE r.move_in_id = :moveInId
    AND r.kind = 'subscriptions'
    AND r.state = 'read'
    AND p.move_in_id = :moveInId
    AND p.kind = 'products'
    AND p.parent = r.legacy_id
    AND p.state = 'left-out'`,
  limits,
);

/**
 * The number and the SIM of a line that stays out are in service, and nobody else may get them: they stay out as well.
 */
const resourcesStatement = unprepared(
  'leave-out-resources-of-lines',
  { moveInId: 'uuid', kind: 'text', column: 'text' },
  `UPDATE move_in_row r
  SET state = 'left-out', reason = 'line-left-out'
  FROM move_in_row l
  WHERE r.move_in_id = :moveInId
    AND r.kind = :kind
    AND r.state = 'read'
    AND l.move_in_id = :moveInId
    AND l.kind = 'lines'
    AND l.data ->> :column = r.legacy_id
    AND l.state = 'left-out'`,
  limits,
);

const markStatement = unprepared(
  'mark-left-out',
  { moveInId: 'uuid' },
  'UPDATE move_in SET left_out_at = now() WHERE id = :moveInId',
);

/** Marks the rows that stay out, once for an adoption: those that a person has left out, and what belongs to them. */
export async function leaveRowsOut(tx: Pick<Db, 'query'>, moveInId: string): Promise<void> {
  await tx.query(readOnceStatement);
  await tx.query(findingsStatement, { moveInId });
  await tx.query(ownersStatement, { moveInId });
  // The kinds are in the order of their references, so that one pass reaches all.
  for (const [name, columns] of Object.entries(columnsByKind)) {
    const kind = name as MoveInKind;
    for (const [column, { refersTo }] of Object.entries(columns))
      if (refersTo) await tx.query(dependentsStatement, { moveInId, kind, column, target: refersTo });
  }
  await tx.query(resourcesStatement, { moveInId, kind: 'numbers', column: 'numberId' });
  await tx.query(resourcesStatement, { moveInId, kind: 'sims', column: 'simId' });
  await tx.query(markStatement, { moveInId });
}
