import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { UnansweredKind } from '@linework/schemas/unanswered-calls/unanswered-call';
import { v7 as newId } from 'uuid';
import type { DurableCall } from './define-durable-call.ts';

export interface PartnerFailure {
  readonly recordId: string;
  readonly code: string;
  /** The age at which calls stop. */
  readonly limitMs: number;
}

/** The failures in a row. `isStopped` when they are over the age limit: the call is not made again automatically. */
export interface RecordedFailure {
  readonly failures: number;
  readonly isStopped: boolean;
}

/** Records that a call to a partner failed. Undefined where the record does not exist. */
export async function recordFailure(
  db: Pick<Db, 'query'>,
  { failureStatement }: DurableCall,
  { recordId, code, limitMs }: PartnerFailure,
): Promise<RecordedFailure | undefined> {
  const [recorded] = await db.query(failureStatement, { id: newId(), recordId, code, limitMs });
  return recorded;
}

const endCallStatement = statement(
  'end-unanswered-call',
  { kind: 'text', recordId: 'uuid' },
  `UPDATE unanswered_call
   SET ended_at = now(), updated_at = now()
   WHERE kind = :kind AND record_id = :recordId AND ended_at IS NULL`,
);

/** Records that the partner answered about a record. */
export async function recordResponse(db: Pick<Db, 'query'>, kind: UnansweredKind, recordId: string): Promise<void> {
  await db.query(endCallStatement, { kind, recordId });
}
