import { statement } from '@linework/db/statement';
import type { NetworkSubscriber, ServiceState } from '@linework/lines/model/systems';
import type { RegisterDifferences } from '../load/register-differences.ts';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';

interface Settled {
  readonly id: string;
  readonly status: string;
  readonly imsi: string;
  readonly msisdn: string;
}

/**
 * Lines that an order created and that have no failed or closed order. After a failed or closed order the network may
 * have any state.
 */
const settledStatement = statement(
  'campaign-settled-lines',
  `SELECT l.id, l.status, l.imsi, l.msisdn FROM line l
   WHERE l.status IN ('ACTIVE', 'BLOCKED', 'STAND_BY', 'TERMINATED')
     AND EXISTS (SELECT FROM orders c WHERE c.line_id = l.id AND c.previous_status = 'PROVISIONING')
     AND NOT EXISTS (
     SELECT FROM orders o WHERE o.line_id = l.id AND (o.status IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED')
       OR EXISTS (SELECT FROM event e WHERE e.resource_id = o.id AND e.details ->> 'closed' = 'true')))`,
);

/** The SIM of a deleted line may be on another line now, whatever became of the orders of that line. */
const imsisInUseStatement = statement(
  'campaign-imsis-in-use',
  "SELECT imsi FROM line WHERE status <> 'TERMINATED'",
).returns<{ readonly imsi: string }>();

const serviceStates: Readonly<Record<string, ServiceState>> = {
  ACTIVE: 'active',
  BLOCKED: 'suspended',
  STAND_BY: 'standby',
};

/** The creations that took effect, or whose effect nobody knows. */
const takenOverStatement = statement(
  'campaign-taken-over',
  { imsis: 'text[]' },
  `SELECT DISTINCT l.imsi FROM line l JOIN orders o ON o.line_id = l.id
   WHERE l.imsi = ANY(:imsis) AND (o.status NOT IN ('CANCELLED', 'ROLLED_BACK')
     OR EXISTS (SELECT FROM event e WHERE e.resource_id = o.id AND e.details ->> 'closed' = 'true'))`,
).returns<{ readonly imsi: string }>();

/** Reports differences between our lines and the network's register, and changed foreign subscribers. */
export async function checkRegister(
  { db, network, foreignSubscribers, brokers }: World,
  report: CampaignReport,
  { foreign }: Pick<RegisterDifferences, 'foreign'>,
): Promise<void> {
  const register = new Map((await network.subscribers()).map((one) => [one.imsi, one]));
  const changed = foreignSubscribers.filter((one) => !isSame(register.get(one.imsi), one));
  if (changed.length > 0)
    report.addViolation(`${changed.length} foreign subscribers were changed or removed: ${JSON.stringify(changed[0])}`);

  const existing = brokers.flatMap((broker) => broker.existing.map(({ subscriber }) => subscriber));
  const takenOver = new Set(
    (await db.query(takenOverStatement, { imsis: existing.map(({ imsi }) => imsi) })).map(({ imsi }) => imsi),
  );
  const lost = existing.filter((one) => !takenOver.has(one.imsi) && !isSame(register.get(one.imsi), one));
  if (lost.length > 0)
    report.addViolation(
      `${lost.length} subscribers are not as cancelled orders found them: ` +
        `${JSON.stringify([lost[0], register.get(lost[0]?.imsi ?? '')])}`,
    );

  const lines = await db.query(settledStatement);
  if (lines.length === 0) report.addViolation('no line could be compared with the register');
  const inUse = new Set((await db.query(imsisInUseStatement)).map(({ imsi }) => imsi));
  // A creation that was cancelled leaves the subscriber that it found.
  const staying = new Set(existing.filter(({ imsi }) => !takenOver.has(imsi)).map(({ imsi }) => imsi));
  // Nothing repairs a line whose place somebody else has.
  const taken = new Set(foreign.map(({ imsi }) => imsi));
  const mismatches = lines.filter(
    (line) =>
      !taken.has(line.imsi) &&
      !matchesRegister(line, register.get(line.imsi), staying.has(line.imsi) || inUse.has(line.imsi)),
  );
  if (mismatches.length > 0) {
    const [first] = mismatches;
    report.addViolation(
      `${mismatches.length} lines differ from the network's register: ${first?.id} is ${first?.status}, the ` +
        `register has ${JSON.stringify(register.get(first?.imsi ?? ''))}`,
    );
  }
}

function matchesRegister(
  { status, msisdn }: Settled,
  found: NetworkSubscriber | undefined,
  isOfAnother: boolean,
): boolean {
  if (status === 'TERMINATED') return isOfAnother || found?.msisdn !== msisdn;
  return found?.msisdn === msisdn && found.serviceState === serviceStates[status];
}

const isSame = (found: NetworkSubscriber | undefined, wanted: NetworkSubscriber): boolean =>
  found?.msisdn === wanted.msisdn && found.serviceState === wanted.serviceState;
