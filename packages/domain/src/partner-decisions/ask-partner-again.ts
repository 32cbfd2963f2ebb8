import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { type Statement, statement } from '@linework/db/statement';
import type { UnansweredCall } from '@linework/schemas/unanswered-calls/unanswered-call';
import { atOnce } from '../partners/ask-each-due.ts';
import { lockUnansweredCall, renewUnansweredCall } from '../partners/unanswered/lock-unanswered-call.ts';
import { deciders } from './deciders.ts';

const dueStatements: ReadonlyMap<string, Statement> = new Map(
  Object.values(deciders).map(({ table }) => [
    table,
    statement(`ask-again-about-${table}`, `UPDATE ${table} SET due_at = ${atOnce} WHERE id = $1::uuid AND due_at IS NOT NULL`),
  ]),
);

export interface AskedAgain {
  readonly caller: Caller;
  readonly id: string;
  readonly reason: string;
}

/** Has an unanswered call made again now; its age counts from now. Raises not-found, and conflict when it is answered or decided. */
export function askPartnerAgain(db: Db, { caller, id, reason }: AskedAgain): Promise<UnansweredCall> {
  return db.transaction(async (tx) => {
    const { kind, recordId } = await lockUnansweredCall(tx, id);
    const due = dueStatements.get(deciders[kind].table);
    if (due) await tx.query(due, [recordId]);
    return renewUnansweredCall(tx, { id, reason, keyId: caller.keyId });
  });
}
