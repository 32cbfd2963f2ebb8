import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { portabilityRejected } from '@linework/problem-details/make-problem';

const runningStatement = statement(
  'find-running-port-in',
  `SELECT id FROM port_in WHERE msisdn = $1 AND status IN ('REQUESTED', 'PENDING', 'CONFLICT', 'CANCELLING') AND ($2::uuid IS NULL OR broker_id = $2::uuid)`,
);

/** Raises portability-rejected, with the id of the other port-in where the caller may see it. */
export async function refuseSecondRequest(tx: Pick<Db, 'query'>, { caller, msisdn }: { readonly caller: Caller; readonly msisdn: string }): Promise<never> {
  const [running] = await tx.query<{ readonly id: string }>(runningStatement, [msisdn, caller.brokerId]);
  throw portabilityRejected('Another port-in of this number is under way.', 'REQUEST_RUNNING', running && { portInId: running.id });
}
