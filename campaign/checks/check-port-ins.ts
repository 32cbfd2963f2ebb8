import { statement } from '@linework/db/statement';
import type { PortInStatus } from '@linework/schemas/lifecycles/port-in.lifecycle';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';

/**
 * The allowed statuses at the clearing house for each status of a settled port-in; `unknown` if the clearing house does
 * not have it.
 */
const allowedPartnerStatuses: Readonly<Record<PortInStatus, readonly string[]>> = {
  // The order of the port-in has failed and waits for an operator.
  PENDING: ['ACCEPTED'],
  ACTIVE: ['PORTED'],
  CONFLICT: ['CONFLICT', 'unknown'],
  CANCELLED: ['CANCELLED', 'REJECTED', 'unknown'],
  ERROR: ['CANCELLED', 'REJECTED', 'unknown'],
  REQUESTED: [],
  CANCELLING: [],
};

/**
 * Reads whether a line ever had the number, and whether a line has it now, from the allocations. `line.msisdn` does not
 * tell: a new line shows its number before it has it, and a line whose creation an operator closed shows it until it is
 * deleted.
 */
const portInsStatement = statement(
  'campaign-port-ins',
  `SELECT p.id, p.status, p.msisdn,
     EXISTS (
       SELECT
       FROM resource r
       JOIN allocation a ON a.resource_id = r.id
       WHERE r.external_code = p.msisdn AND a.line_id = p.line_id) AS "wasPortedIn",
     EXISTS (
       SELECT
       FROM resource r
       JOIN resource_state s ON s.resource_id = r.id
       WHERE r.external_code = p.msisdn AND s.line_id IS NOT NULL) AS "isInService"
   FROM port_in p`,
).returns<PortIn>();
const doubleStatement = statement(
  'campaign-double-port-ins',
  `SELECT metadata ->> 'portInId' AS id, count(*)::int AS orders
   FROM orders
   WHERE metadata ? 'portInId'
   GROUP BY 1
   HAVING count(*) > 1`,
);

interface PortIn {
  readonly id: string;
  readonly status: PortInStatus;
  readonly msisdn: string;
  readonly wasPortedIn: boolean;
  readonly isInService: boolean;
}

/**
 * Reports port-ins whose status differs from the clearing house's, numbers on the wrong side, and duplicate effects.
 */
export async function checkPortIns({ db, partners }: World, report: CampaignReport): Promise<void> {
  const requestLog = await partners.requestLog({ kind: 'bilhete' });
  const partnerStatuses = new Map(requestLog.map(({ record }) => [record.id, record.status ?? 'unknown']));
  const portIns = await db.query(portInsStatement);
  const expectedNumbers = new Set(
    portIns.filter(({ status }) => status === 'ACTIVE' || status === 'PENDING').map(({ msisdn }) => msisdn),
  );
  for (const { id, status, msisdn, wasPortedIn, isInService } of portIns) {
    const partnerStatus = partnerStatuses.get(id) ?? 'unknown';
    if (!allowedPartnerStatuses[status].includes(partnerStatus))
      report.addViolation(`port-in ${id} is ${status}, but ${partnerStatus} at the clearing house`);
    if (status === 'ACTIVE' && !wasPortedIn) report.addViolation(`port-in ${id} is ACTIVE, but no line got its number`);
    if (isInService && !expectedNumbers.has(msisdn))
      report.addViolation(`port-in ${id} is ${status}, but its number is in service`);
  }
  for (const operation of ['clearing-house.request', 'clearing-house.confirm']) {
    const recordIds = requestLog.filter((effect) => effect.operation === operation).map(({ record }) => record.id);
    if (new Set(recordIds).size < recordIds.length)
      report.addViolation(`${operation} took effect twice for one port-in`);
  }
  const doubles = await db.query(doubleStatement);
  if (doubles.length > 0)
    report.addViolation(`port-ins with more than one order: ${JSON.stringify(doubles.slice(0, 3))}`);
}
