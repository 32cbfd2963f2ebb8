import { statement } from '@linework/db/statement';
import type { PortInStatus } from '@linework/schemas/portability/port-in.lifecycle';
import type { Findings } from '../findings.ts';
import type { World } from '../world/start-world.ts';

/** What the clearing house may have of a port-in that is at rest with us; `unknown` where it never heard of it. */
const agrees: Readonly<Record<PortInStatus, readonly string[]>> = {
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
     EXISTS (SELECT FROM resource r JOIN allocation a ON a.resource_id = r.id WHERE r.external_code = p.msisdn AND a.line_id = p.line_id) AS "wasBrought",
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
  readonly wasBrought: boolean;
  readonly isInService: boolean;
}

/** Notes port-ins of which we and the clearing house think differently, numbers that are not where they should be, and what was done twice. */
export async function checkPortIns({ db, partners }: World, findings: Findings): Promise<void> {
  const ledger = await partners.ledger({ kind: 'bilhete' });
  const over = new Map(ledger.map(({ record }) => [record.id, record.status ?? 'unknown']));
  const portIns = await db.query<PortIn>(portInsStatement, []);
  const numbersToCome = new Set(portIns.filter(({ status }) => status === 'ACTIVE' || status === 'PENDING').map(({ msisdn }) => msisdn));
  for (const { id, status, msisdn, wasBrought, isInService } of portIns) {
    const there = over.get(id) ?? 'unknown';
    if (!agrees[status].includes(there)) findings.wrong(`port-in ${id} is ${status}, and at the clearing house ${there}`);
    if (status === 'ACTIVE' && !wasBrought) findings.wrong(`port-in ${id} is ACTIVE, and no line was given its number`);
    if (isInService && !numbersToCome.has(msisdn)) findings.wrong(`port-in ${id} is ${status}, and its number is in service`);
  }
  for (const operation of ['clearing-house.request', 'clearing-house.confirm']) {
    const told = ledger.filter((effect) => effect.operation === operation).map(({ record }) => record.id);
    if (new Set(told).size < told.length) findings.wrong(`${operation} took effect twice for one port-in`);
  }
  const doubles = await db.query(doubleStatement, []);
  if (doubles.length > 0) findings.wrong(`port-ins with more than one order: ${JSON.stringify(doubles.slice(0, 3))}`);
}
