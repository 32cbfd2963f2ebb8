import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict, notFound } from '@linework/problem-details/make-problem';
import type { UnansweredCall } from '@linework/schemas/unanswered-calls/unanswered-call';
import type { UnansweredCallRecord } from './find-unanswered-call.ts';
import { printUnansweredCall } from './find-unanswered-call.ts';

const columns = `id, kind, record_id AS "recordId", broker_id AS "brokerId", since, failures, code,
  stopped_at AS "stoppedAt", ended_at AS "endedAt", decision, reason`;

const lockStatement = statement(
  'lock-unanswered-call',
  { id: 'uuid' },
  `SELECT ${columns} FROM unanswered_call WHERE id = :id FOR UPDATE`,
);

/**
 * Locks an open unanswered call until the end of the transaction. Raises not-found, and conflict when it is answered or
 * decided.
 */
export async function lockUnansweredCall(tx: Pick<Db, 'query'>, id: string): Promise<UnansweredCall> {
  const [record] = await tx.query(lockStatement, { id });
  if (!record) throw notFound(`There is no unanswered call ${id}.`);
  if (record.endedAt) throw conflict('The call is already answered or decided.', { code: 'call-ended' });
  return printUnansweredCall(record);
}

const renewStatement = statement(
  'renew-unanswered-call',
  { id: 'uuid', reason: 'text', keyId: 'uuid' },
  `UPDATE unanswered_call
   SET since = now(), stopped_at = NULL, reason = :reason, key_id = :keyId, updated_at = now()
   WHERE id = :id
   RETURNING ${columns}`,
);

const endStatement = statement(
  'decide-unanswered-call',
  { id: 'uuid', reason: 'text', keyId: 'uuid', decision: 'text' },
  `UPDATE unanswered_call
   SET ended_at = now(), reason = :reason, key_id = :keyId, decision = :decision, updated_at = now()
   WHERE id = :id
   RETURNING ${columns}`,
);

export interface OperatorAction {
  readonly id: string;
  readonly reason: string;
  readonly keyId: string;
}

/** Resets the age of a locked call to zero. */
export function renewUnansweredCall(
  tx: Pick<Db, 'query'>,
  { id, reason, keyId }: OperatorAction,
): Promise<UnansweredCall> {
  return showFirst(tx.query(renewStatement, { id, reason, keyId }));
}

/** Ends a locked call by an operator's decision. */
export function endUnansweredCall(
  tx: Pick<Db, 'query'>,
  { id, reason, keyId }: OperatorAction,
  decision: string,
): Promise<UnansweredCall> {
  return showFirst(tx.query(endStatement, { id, reason, keyId, decision }));
}

async function showFirst(rows: Promise<readonly UnansweredCallRecord[]>): Promise<UnansweredCall> {
  const [record] = await rows;
  if (!record) throw new Error('an unanswered call is missing although it is locked');
  return printUnansweredCall(record);
}
