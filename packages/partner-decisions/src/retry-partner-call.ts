import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { type Statement, statement } from '@linework/db/statement';
import { dueNow } from '@linework/partners/poll-due';
import { lockUnansweredCall, renewUnansweredCall } from '@linework/partners/unanswered/lock-unanswered-call';
import type { UnansweredCall } from '@linework/schemas/unanswered-calls/unanswered-call';
import { decisionHandlers } from './decision-handlers.ts';

const dueStatements: ReadonlyMap<string, Statement> = new Map(
  Object.values(decisionHandlers).map(({ table }) => [
    table,
    statement(`retry-call-about-${table}`, `UPDATE ${table} SET due_at = ${dueNow} WHERE id = $1::uuid AND due_at IS NOT NULL`),
  ]),
);

export interface RetryInput {
  readonly caller: Caller;
  readonly id: string;
  readonly reason: string;
}

/** Makes an unanswered call again now and resets its age. Raises not-found, and conflict when it is answered or decided. */
export function retryPartnerCall(db: Db, { caller, id, reason }: RetryInput): Promise<UnansweredCall> {
  return db.transaction(async (tx) => {
    const { kind, recordId } = await lockUnansweredCall(tx, id);
    const dueStatement = dueStatements.get(decisionHandlers[kind].table);
    if (dueStatement) await tx.query(dueStatement, [recordId]);
    return renewUnansweredCall(tx, { id, reason, keyId: caller.keyId });
  });
}
