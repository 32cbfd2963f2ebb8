import { statement } from '@linework/db/statement';
import type { NetworkSubscriber, ServiceState } from '@linework/domain/systems';
import type { CampaignReport } from '../report.ts';
import type { World } from '../world/start-world.ts';

interface Settled {
  readonly id: string;
  readonly status: string;
  readonly imsi: string;
  readonly msisdn: string;
}

/** Lines that an order created, and of which no order ever stopped and stayed so, or was closed by hand: of those the network may have anything. */
const settledStatement = statement(
  'campaign-settled-lines',
  `SELECT l.id, l.status, l.imsi, l.msisdn FROM line l
   WHERE l.status IN ('ACTIVE', 'BLOCKED', 'STAND_BY', 'TERMINATED')
     AND EXISTS (SELECT FROM orders c WHERE c.line_id = l.id AND c.previous_status = 'PROVISIONING')
     AND NOT EXISTS (
     SELECT FROM orders o WHERE o.line_id = l.id AND (o.status IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED')
       OR EXISTS (SELECT FROM event e WHERE e.resource_id = o.id AND e.details ->> 'closed' = 'true')))`,
);

const serviceStates: Readonly<Record<string, ServiceState>> = { ACTIVE: 'active', BLOCKED: 'suspended', STAND_BY: 'standby' };

/** Notes where the network's register is not as it must be: our lines as they are, and whoever is somebody else's untouched. */
export async function checkRegister({ db, network, foreignSubscribers }: World, report: CampaignReport): Promise<void> {
  const register = new Map((await network.subscribers()).map((one) => [one.imsi, one]));
  const changed = foreignSubscribers.filter((one) => !isSame(register.get(one.imsi), one));
  if (changed.length > 0) report.addViolation(`${changed.length} subscribers of somebody else were changed or removed: ${JSON.stringify(changed[0])}`);

  const lines = await db.query<Settled>(settledStatement, []);
  if (lines.length === 0) report.addViolation('there was no line to compare with the register');
  const live = new Set(lines.flatMap(({ status, imsi }) => (status === 'TERMINATED' ? [] : [imsi])));
  const mismatches = lines.filter((line) => !matchesRegister(line, register.get(line.imsi), live));
  if (mismatches.length > 0) {
    const [first] = mismatches;
    report.addViolation(
      `${mismatches.length} lines are not as the network has them: ${first?.id} is ${first?.status}, ${JSON.stringify(register.get(first?.imsi ?? ''))}`,
    );
  }
}

function matchesRegister({ status, imsi, msisdn }: Settled, found: NetworkSubscriber | undefined, live: ReadonlySet<string>): boolean {
  // The SIM of a line that came to nothing may be another line's by now.
  if (status === 'TERMINATED') return live.has(imsi) || found?.msisdn !== msisdn;
  return found?.msisdn === msisdn && found.serviceState === serviceStates[status];
}

const isSame = (found: NetworkSubscriber | undefined, wanted: NetworkSubscriber): boolean =>
  found?.msisdn === wanted.msisdn && found.serviceState === wanted.serviceState;
