import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { eventType } from '@linework/schemas/events';
import type { Operator } from '@linework/schemas/operators/operator';
import { emitOperatorEvent } from './emit-operator-event.ts';
import { findOperator, lockOperator, type OperatorTarget } from './find-operator.ts';

const endStatement = statement(
  'end-operator-session',
  { tokenDigest: 'bytea' },
  'DELETE FROM operator_session WHERE token_digest = :tokenDigest',
);
const endOthersStatement = statement(
  'end-other-operator-sessions',
  { operatorId: 'uuid', kept: 'bytea?' },
  'DELETE FROM operator_session WHERE operator_id = :operatorId AND token_digest IS DISTINCT FROM :kept',
);

/** Ends one session: its token is worth nothing from now on. */
export async function endSession(db: Pick<Db, 'query'>, tokenDigest: Buffer): Promise<void> {
  await db.query(endStatement, { tokenDigest });
}

/** Ends all sessions of a person but this one. */
export async function endOtherSessions(db: Pick<Db, 'query'>, operatorId: string, kept: Buffer | null): Promise<void> {
  await db.query(endOthersStatement, { operatorId, kept });
}

/** Ends all sessions of a person, who may sign in again with the same password. Raises not-found. */
export function endAllSessions(db: Db, target: OperatorTarget): Promise<Operator> {
  const { caller, operatorId } = target;
  return db.transaction(async (tx) => {
    await lockOperator(tx, target);
    await endOtherSessions(tx, operatorId, null);
    await emitOperatorEvent(tx, { type: eventType('operator.sessions_ended'), operatorId, byId: caller.keyId });
    return findOperator(tx, caller, operatorId);
  });
}
