import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { writeEvent } from '@linework/events/insert-event';
import { endUnansweredCall, lockUnansweredCall } from '@linework/partners/unanswered/lock-unanswered-call';
import { conflict, unprocessableRequest } from '@linework/problem-details/make-problem';
import type { UnansweredCall } from '@linework/schemas/unanswered-calls/unanswered-call';
import type { Decision } from '@linework/schemas/unanswered-calls/unanswered-calls.routes';
import { decisionHandlers } from './decision-handlers.ts';

export interface DecisionInput {
  readonly caller: Caller;
  readonly id: string;
  readonly decision: Decision;
}

/**
 * Sets the status of the record of an unanswered call by an operator's decision, ends the call, and emits an event with
 * the operator and the reason. Raises not-found, 422 with the possible statuses when the record cannot take this one,
 * and conflict when the partner has answered or the record has changed.
 */
export function decideUnansweredCall(db: Db, { caller, id, decision }: DecisionInput): Promise<UnansweredCall> {
  const { status, reason } = decision;
  const { keyId } = caller;
  return db.transaction(async (tx) => {
    const call = await lockUnansweredCall(tx, id);
    const { listAllowedStatuses, decide, eventType } = decisionHandlers[call.kind];
    const allowed = await listAllowedStatuses(tx, call.recordId);
    if (!allowed.includes(status)) throw statusNotPossible(call, decision, allowed);
    if (!(await decide(tx, { recordId: call.recordId, keyId, decision })))
      throw conflict('The record has changed meanwhile. Read it again.', { code: 'record-changed' });
    await writeEvent(tx, {
      type: eventType,
      id: call.recordId,
      brokerId: call.brokerId,
      keyId,
      details: { status, reason },
    });
    return endUnansweredCall(tx, { id, reason, keyId }, status);
  });
}

function statusNotPossible({ kind }: UnansweredCall, { status }: Decision, allowed: readonly string[]) {
  return unprocessableRequest(`The ${kind} cannot become ${status} now.`, { code: 'status-not-possible', allowed });
}
