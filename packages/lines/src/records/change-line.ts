import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import { conflict } from '@linework/problem-details/make-problem';
import type { Line } from '@linework/schemas/lines/line';
import { findLine, lineNotFound } from './find-line.ts';

const changeLineStatement = statement(
  'change-line',
  { lineId: 'uuid', brokerId: 'uuid?', hasExternalCode: 'boolean', externalCode: 'text?', metadata: 'jsonb?' },
  `UPDATE line
   SET external_code = CASE WHEN :hasExternalCode THEN :externalCode ELSE external_code END,
     metadata = coalesce(:metadata, metadata), updated_at = now()
   WHERE id = :lineId AND (:brokerId IS NULL OR broker_id = :brokerId)
   RETURNING id`,
);

export interface LineChange {
  readonly caller: Caller;
  readonly lineId: string;
  /** Null removes the code. */
  readonly externalCode?: string | null | undefined;
  /** Replaces all metadata. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Changes the external code and metadata of a line; without changes it writes nothing. Raises not-found, or conflict
 * when another line of the broker has the code.
 */
export async function changeLine(db: Db, { caller, lineId, ...change }: LineChange): Promise<Line> {
  const changed = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (changed.length === 0) return findLine(db, { caller, lineId });
  return db.transaction(async (tx) => {
    const { externalCode, metadata } = change;
    const values = {
      lineId,
      brokerId: caller.brokerId,
      hasExternalCode: externalCode !== undefined,
      externalCode,
      metadata,
    };
    const [found] = await tx.query(changeLineStatement, values).catch(raiseCodeConflict);
    if (!found) throw lineNotFound(lineId);
    const line = await findLine(tx, { caller, lineId });
    await writeEvent(tx, {
      type: 'line.changed',
      id: lineId,
      brokerId: line.brokerId,
      keyId: caller.keyId,
      details: { changed },
    });
    return line;
  });
}

function raiseCodeConflict(error: unknown): never {
  if (!isUniqueViolation(error, 'line_broker_id_external_code_key')) throw error;
  throw conflict('Another line of this broker has this external code.', { code: 'external-code-taken' });
}
