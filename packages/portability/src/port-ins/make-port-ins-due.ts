import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { dueNow } from '@linework/partners/durable-call/due-times';
import { portInLifecycle } from '@linework/schemas/lifecycles/port-in.lifecycle';

const makeDueStatement = statement(
  'make-port-ins-due',
  { portInId: 'uuid?', ticket: 'text?', brokerId: 'uuid?', openStatuses: 'text[]' },
  `UPDATE port_in
   SET due_at = ${dueNow}
   WHERE (id = :portInId OR ticket = :ticket) AND (:brokerId IS NULL OR broker_id = :brokerId)
     AND status = ANY(:openStatuses)`,
);

const openStatuses = portInLifecycle.statuses.filter((status) => !portInLifecycle.isFinal(status));

/** Makes the port-ins that may still change due at once. Ignores ids of other or unknown port-ins. */
export async function makePortInsDue(
  db: Pick<Db, 'query'>,
  {
    caller,
    portInId,
    ticket,
  }: { readonly caller: Caller; readonly portInId?: string | undefined; readonly ticket?: string | undefined },
): Promise<void> {
  await db.query(makeDueStatement, { portInId, ticket, brokerId: caller.brokerId, openStatuses });
}
