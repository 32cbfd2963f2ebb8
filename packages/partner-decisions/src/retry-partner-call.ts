import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { repeatCall } from '@linework/partners/durable-call/schedule-calls';
import { lockUnansweredCall, renewUnansweredCall } from '@linework/partners/unanswered/lock-unanswered-call';
import type { UnansweredCall } from '@linework/schemas/unanswered-calls/unanswered-call';
import { decisionHandlers } from './decision-handlers.ts';

export interface RetryInput {
  readonly caller: Caller;
  readonly id: string;
  readonly reason: string;
}

/**
 * Makes an unanswered call again now and resets its age. Raises not-found, and conflict when it is answered or decided.
 */
export function retryPartnerCall(db: Db, { caller, id, reason }: RetryInput): Promise<UnansweredCall> {
  return db.transaction(async (tx) => {
    const { kind, recordId } = await lockUnansweredCall(tx, id);
    await repeatCall(tx, decisionHandlers[kind].call, recordId);
    return renewUnansweredCall(tx, { id, reason, keyId: caller.keyId });
  });
}
