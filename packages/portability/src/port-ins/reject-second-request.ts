import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict, portabilityRejected } from '@linework/problem-details/make-problem';

const runningStatement = statement(
  'find-running-port-in',
  { msisdn: 'text', simId: 'uuid?', brokerId: 'uuid?' },
  `SELECT id, msisdn = :msisdn AS "isOfNumber"
   FROM port_in
   WHERE (msisdn = :msisdn OR (sim #>> '{from,resourceId}')::uuid = :simId)
     AND status IN ('REQUESTED', 'PENDING', 'CONFLICT', 'CANCELLING')
     AND (:brokerId IS NULL OR broker_id = :brokerId)
   ORDER BY 2 DESC
   LIMIT 1`,
);

interface PortInRequested {
  readonly caller: Caller;
  readonly msisdn: string;
  /** The SIM of the new line, if the request names one. */
  readonly simId: string | undefined;
}

/** Raises portability-rejected, or conflict for a SIM, with the id of the other port-in if the caller may see it. */
export async function rejectSecondRequest(
  tx: Pick<Db, 'query'>,
  { caller, msisdn, simId }: PortInRequested,
): Promise<never> {
  const [running] = await tx.query(runningStatement, {
    msisdn,
    simId,
    brokerId: caller.brokerId,
  });
  const portInId = running?.id;
  if (running?.isOfNumber === false)
    throw conflict('Another open port-in has requested this SIM.', { code: 'sim-taken', portInId });
  throw portabilityRejected('Another port-in of this number is open.', 'REQUEST_RUNNING', running && { portInId });
}
