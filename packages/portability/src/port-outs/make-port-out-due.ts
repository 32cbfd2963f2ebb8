import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { dueNow } from '@linework/partners/durable-call/due-times';

/** The partial index on `due_at` contains only open rows. */
const makeDueStatement = statement(
  'make-port-out-due',
  { ticket: 'text', brokerId: 'uuid?' },
  `UPDATE port_out
   SET due_at = ${dueNow}
   WHERE ticket = :ticket AND (:brokerId IS NULL OR broker_id = :brokerId) AND status = 'CANCELLING'
     AND due_at IS NOT NULL`,
);

/** Makes a port-out that is being cancelled due at once. Ignores any other ticket. */
export async function makePortOutDue(
  db: Pick<Db, 'query'>,
  { caller, ticket }: { readonly caller: Caller; readonly ticket: string },
): Promise<void> {
  await db.query(makeDueStatement, { ticket, brokerId: caller.brokerId });
}
