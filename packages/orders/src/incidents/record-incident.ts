import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import { notFound } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';
import type { Incident, IncidentKey } from '@linework/schemas/incidents/incident';
import { findIncident } from './find-incidents.ts';

const existsStatement = statement(
  'has-failed-orders-or-incident',
  { type: 'text', step: 'text', errorCode: 'text' },
  `SELECT EXISTS (
      SELECT
      FROM order_failure f JOIN orders o ON o.id = f.order_id
      WHERE f.error_code = :errorCode AND f.step = :step AND o.type = :type
    ) OR EXISTS (
      SELECT FROM incident WHERE error_code = :errorCode AND step = :step AND type = :type
    ) AS exists`,
);

/** The incident is locked, so that two people are on it one after the other. */
const createStatement = statement(
  'create-incident',
  { type: 'text', step: 'text', errorCode: 'text' },
  `INSERT INTO incident (type, step, error_code)
   VALUES (:type, :step, :errorCode)
   ON CONFLICT (error_code, step, type) DO UPDATE SET updated_at = now()
   RETURNING id`,
);

const assignStatement = statement(
  'assign-incident',
  { id: 'uuid', assigneeId: 'uuid?' },
  `UPDATE incident
   SET assignee_id = :assigneeId, assigned_at = CASE WHEN :assigneeId IS NOT NULL THEN now() END
   WHERE id = :id`,
);

const noteStatement = statement(
  'note-incident',
  { id: 'uuid', note: 'text?', notedBy: 'uuid?' },
  `UPDATE incident
   SET note = :note, noted_by = :notedBy, noted_at = CASE WHEN :note IS NOT NULL THEN now() END
   WHERE id = :id`,
);

export interface IncidentInput extends IncidentKey {
  readonly caller: Caller;
  /** Whether the caller works on it. False: nobody. */
  readonly assigned?: boolean | undefined;
  /** Null removes it. */
  readonly note?: string | null | undefined;
}

/** Says who is on failed orders, and writes a note about them. Raises not-found if there were never such orders. */
export async function recordIncident(
  db: Db,
  { caller: { keyId }, assigned, note, type, step, errorCode }: IncidentInput,
): Promise<Incident> {
  const key = { type, step, errorCode };
  return db.transaction(async (tx) => {
    if (!(await tx.query(existsStatement, key))[0]?.exists)
      throw notFound(`No order ${type} has failed at ${step} with ${errorCode}.`);
    const [created] = await tx.query(createStatement, key);
    const id = created?.id ?? '';
    if (assigned !== undefined) {
      await tx.query(assignStatement, { id, assigneeId: assigned ? keyId : null });
      const type = assigned ? eventType('incident.taken') : eventType('incident.released');
      await writeEvent(tx, { type, id, keyId, details: key });
    }
    if (note !== undefined) {
      await tx.query(noteStatement, { id, note, notedBy: note === null ? null : keyId });
      await writeEvent(tx, { type: 'incident.noted', id, keyId, details: { ...key, ...(note !== null && { note }) } });
    }
    return findIncident(tx, id);
  });
}
