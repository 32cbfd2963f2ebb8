import { statement } from '@linework/db/statement';
import type { PortInStatus } from '@linework/schemas/portability/port-in.lifecycle';
import type { CampaignReport } from '../report.ts';
import type { World } from '../world/start-world.ts';

/** What the clearing house may have of a port-in that is at rest with us; `unknown` where it never heard of it. */
const allowedPartnerStatuses: Readonly<Record<PortInStatus, readonly string[]>> = {
  // Its order waits for somebody to mend it.
  PENDING: ['ACCEPTED'],
  ACTIVE: ['PORTED'],
  CONFLICT: ['CONFLICT', 'unknown'],
  CANCELLED: ['CANCELLED', 'REJECTED', 'unknown'],
  ERROR: ['CANCELLED', 'REJECTED', 'unknown'],
  REQUESTED: [],
  CANCELLING: [],
};

/**
 * Whether a line here was ever given the number since it was asked for, and whether one has it now. A new line is called by its number
 * before it has it; one whose creation an operator closed never gets it, and is called so until somebody deletes it.
 */
const portInsStatement = statement(
  'campaign-port-ins',
  `SELECT p.id, p.status, p.msisdn,
     EXISTS (SELECT FROM resource r JOIN allocation a ON a.resource_id = r.id WHERE r.external_code = p.msisdn AND a.line_id = p.line_id) AS "wasPortedIn",
     EXISTS (SELECT FROM resource r JOIN resource_state s ON s.resource_id = r.id WHERE r.external_code = p.msisdn AND s.line_id IS NOT NULL) AS "isInService"
   FROM port_in p`,
);
const doubleStatement = statement(
  'campaign-double-port-ins',
  "SELECT metadata ->> 'portInId' AS id, count(*)::int AS orders FROM orders WHERE metadata ? 'portInId' GROUP BY 1 HAVING count(*) > 1",
);

interface PortIn {
  readonly id: string;
  readonly status: PortInStatus;
  readonly msisdn: string;
  readonly wasPortedIn: boolean;
  readonly isInService: boolean;
}

/** Notes port-ins of which we and the clearing house think differently, numbers that are not where they should be, and what was done twice. */
export async function checkPortIns({ db, partners }: World, report: CampaignReport): Promise<void> {
  const requestLog = await partners.requestLog({ kind: 'bilhete' });
  const partnerStatuses = new Map(requestLog.map(({ record }) => [record.id, record.status ?? 'unknown']));
  const portIns = await db.query<PortIn>(portInsStatement, []);
  const expectedNumbers = new Set(portIns.filter(({ status }) => status === 'ACTIVE' || status === 'PENDING').map(({ msisdn }) => msisdn));
  for (const { id, status, msisdn, wasPortedIn, isInService } of portIns) {
    const partnerStatus = partnerStatuses.get(id) ?? 'unknown';
    if (!allowedPartnerStatuses[status].includes(partnerStatus)) report.addViolation(`port-in ${id} is ${status}, and at the clearing house ${partnerStatus}`);
    if (status === 'ACTIVE' && !wasPortedIn) report.addViolation(`port-in ${id} is ACTIVE, and no line was given its number`);
    if (isInService && !expectedNumbers.has(msisdn)) report.addViolation(`port-in ${id} is ${status}, and its number is in service`);
  }
  for (const operation of ['clearing-house.request', 'clearing-house.confirm']) {
    const recordIds = requestLog.filter((effect) => effect.operation === operation).map(({ record }) => record.id);
    if (new Set(recordIds).size < recordIds.length) report.addViolation(`${operation} took effect twice for one port-in`);
  }
  const doubles = await db.query(doubleStatement, []);
  if (doubles.length > 0) report.addViolation(`port-ins with more than one order: ${JSON.stringify(doubles.slice(0, 3))}`);
}
