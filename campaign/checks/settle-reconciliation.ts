import { statement } from '@linework/db/statement';
import { type ComparedStatus, serviceStates } from '@linework/lines/model/compare-subscriber';
import type { DriftKind } from '@linework/schemas/values/drift-kinds';
import { waitUntil } from '@linework/testing/processes/wait-until';
import type { Client } from '../load/actions/client.ts';
import type { RegisterDifferences } from '../load/register-differences.ts';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';

/** Lines without an open order that should be in the register. */
const comparedStatement = statement(
  'campaign-compared-lines',
  { statuses: 'text[]' },
  `SELECT l.id, l.status, l.imsi, l.msisdn,
     EXISTS (SELECT FROM drift d WHERE d.line_id = l.id AND d.status IN ('OPEN', 'ACCEPTED')) AS "hasDrift",
     EXISTS (
       SELECT
       FROM orders o
       WHERE o.line_id = l.id AND o.status IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED')
         AND o.superseded_by IS NULL) AS "hasFailedOrder"
   FROM line l
   WHERE l.status = ANY(:statuses) AND NOT EXISTS (SELECT FROM orders o WHERE o.line_id = l.id AND o.is_open)`,
).returns<ComparedLine>();

interface ComparedLine {
  readonly id: string;
  readonly status: ComparedStatus;
  readonly imsi: string;
  readonly msisdn: string;
  readonly hasDrift: boolean;
  readonly hasFailedOrder: boolean;
}

/** The lines for which the register has something else. */
async function findDifferingLines({ db, network }: World): Promise<readonly ComparedLine[]> {
  const register = new Map((await network.subscribers()).map((one) => [one.imsi, one]));
  const lines = await db.query(comparedStatement, { statuses: Object.keys(serviceStates) });
  return lines.filter(({ imsi, msisdn, status }) => {
    const found = register.get(imsi);
    return found?.msisdn !== msisdn || found.serviceState !== serviceStates[status];
  });
}

const extraStatement = statement(
  'campaign-extra-subscribers-found',
  { numbers: 'text[]' },
  `SELECT DISTINCT r.external_code AS number
   FROM drift d
   JOIN resource r ON r.id = d.resource_id
   WHERE d.status = 'OPEN' AND d.kind = 'extra' AND r.external_code = ANY(:numbers)`,
).returns<{ readonly number: string }>();

/** An order that has failed keeps its line from being repaired until somebody resolves it. */
const openDriftsStatement = statement(
  'campaign-drifts-to-repair',
  { statuses: 'text[]' },
  `SELECT d.id, d.line_id AS "lineId", d.kind
   FROM drift d
   JOIN line l ON l.id = d.line_id AND l.status = ANY(:statuses)
   WHERE d.status = 'OPEN' AND d.is_ours
     AND NOT EXISTS (
       SELECT
       FROM orders o
       WHERE o.line_id = l.id AND o.status IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED')
         AND o.superseded_by IS NULL)`,
).returns<{ readonly id: string; readonly lineId: string; readonly kind: DriftKind }>();

const openOrdersStatement = statement(
  'campaign-open-orders',
  'SELECT count(*)::int AS count FROM orders WHERE is_open',
).returns<{ readonly count: number }>();

const nowStatement = statement('campaign-now', 'SELECT now()::text AS now').returns<{ readonly now: string }>();

/** Lines that nobody has looked at since then, or since their last repair, or only once with a difference. */
const uncheckedStatement = statement(
  'campaign-unchecked-lines',
  { statuses: 'text[]', since: 'text' },
  `SELECT l.id
   FROM line l
   LEFT JOIN line_check c ON c.line_id = l.id
   WHERE l.status = ANY(:statuses)
     AND (
       coalesce(c.checked_at < :since::timestamptz, true)
       OR c.suspected IS NOT NULL
       OR c.checked_at < (SELECT max(closed_at) FROM drift d WHERE d.line_id = l.id AND d.status = 'REPAIRED'))`,
).returns<{ readonly id: string }>();

/**
 * On an idle machine. The claim of a worker that was killed ends after a little more than a minute, and a skipped line
 * is due after one. A list of the register that broke off is read again after two minutes.
 */
const lookLimitMs = 180_000;
const repairLimitMs = 60_000;
/** Two lines that have each other's numbers are repaired one after the other. */
const roundLimit = 4;

const statuses = Object.keys(serviceStates);

export interface SettleOptions {
  readonly world: World;
  readonly report: CampaignReport;
  readonly differences: Pick<RegisterDifferences, 'extra'>;
  /** Repairs as an operator. */
  readonly client: Client;
  readonly log: (line: string) => void;
}

/**
 * After the load: waits until each difference that is left is a drift, repairs all that are ours, and waits until each
 * line was looked at, and each repaired one again. Then no line has a drift that is ours.
 */
export async function settleReconciliation(options: SettleOptions): Promise<void> {
  const { world, report, differences, log } = options;
  const limitMs = world.speed.limitMs(lookLimitMs);
  const [state] = await world.db.query(nowStatement);
  report.increment('differences left after the load', (await findDifferingLines(world)).length);
  const numbers = differences.extra.map(({ msisdn }) => msisdn);
  let unfound: readonly string[] = [];
  const areFound = async () => {
    const lines = (await findDifferingLines(world)).filter(({ hasDrift }) => !hasDrift);
    const found = new Set((await world.db.query(extraStatement, { numbers })).map(({ number }) => number));
    unfound = [...lines.map(({ id }) => `line ${id}`), ...numbers.filter((number) => !found.has(number))];
    return unfound.length === 0;
  };
  await waitUntil('every difference is a drift', areFound, { limitMs }).catch(() =>
    report.addViolation(`reconciliation: ${unfound.length} differences are no drifts: ${unfound.slice(0, 3)}`),
  );
  log('every difference that is left is a drift');
  await repairAll(options);
  let unchecked: readonly { readonly id: string }[] = [];
  const areChecked = async () => {
    unchecked = await world.db.query(uncheckedStatement, { statuses, since: state?.now ?? '' });
    return unchecked.length === 0;
  };
  await waitUntil('every line was looked at', areChecked, { limitMs }).catch(() =>
    report.addViolation(`reconciliation: ${unchecked.length} lines were not looked at: ${unchecked[0]?.id}`),
  );
  const drifts = await world.db.query(openDriftsStatement, { statuses });
  if (drifts.length > 0)
    report.addViolation(`reconciliation: ${drifts.length} drifts were not repaired: ${JSON.stringify(drifts[0])}`);
  log('every line was looked at');
}

async function repairAll({ world, report, client }: SettleOptions): Promise<void> {
  const { db, speed } = world;
  const areSettled = async () => (await db.query(openOrdersStatement))[0]?.count === 0;
  for (let round = 0; round < roundLimit; round += 1) {
    const drifts = await db.query(openDriftsStatement, { statuses });
    if (drifts.length === 0) return;
    for (const { id } of drifts) {
      const { status } = await client.send('POST', `/drifts/${id}/repair`, { isOperator: true });
      if (status < 300) report.increment('repair requested after the load');
    }
    await waitUntil('the repairs have settled', areSettled, { limitMs: speed.limitMs(repairLimitMs) }).catch(() =>
      report.addViolation('reconciliation: repairs are still open after the load'),
    );
  }
}
