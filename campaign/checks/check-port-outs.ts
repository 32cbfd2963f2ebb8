import { statement } from '@linework/db/statement';
import type { PortOutStatus } from '@linework/schemas/lifecycles/port-out.lifecycle';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';

/** Reads whether the number is still on a line or in the inventory. */
const portOutsStatement = statement(
  'campaign-port-outs',
  `SELECT p.id, p.status, p.ticket,
     EXISTS (SELECT FROM line l WHERE l.msisdn = p.msisdn AND l.status <> 'TERMINATED')
       OR EXISTS (SELECT FROM resource r WHERE r.external_code = p.msisdn AND r.retired_at IS NULL) AS "isHere"
   FROM port_out p`,
);

interface PortOut {
  readonly id: string;
  readonly status: PortOutStatus;
  readonly ticket: string;
  readonly isHere: boolean;
}

/**
 * Reports ported-out numbers that are still here, and port-outs that were not confirmed exactly once when they
 * completed.
 */
export async function checkPortOuts({ db, partners }: World, report: CampaignReport): Promise<void> {
  const confirmedTickets = (await partners.requestLog({ kind: 'port-out' })).map(({ record }) => record.id);
  for (const { id, status, ticket, isHere } of await db.query<PortOut>(portOutsStatement, [])) {
    const times = confirmedTickets.filter((confirmed) => confirmed === ticket).length;
    if (times !== (status === 'COMPLETED' ? 1 : 0))
      report.addViolation(`port-out ${id} is ${status}, and the clearing house got ${times} confirmations`);
    if (status === 'COMPLETED' && isHere)
      report.addViolation(`port-out ${id} is COMPLETED, but its number is still here`);
  }
}
