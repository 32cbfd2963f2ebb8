import { statement } from '@linework/db/statement';
import type { NetworkSubscriber } from '@linework/lines/model/systems';
import type { DriftStatus } from '@linework/schemas/lifecycles/drift.lifecycle';
import type { DriftKind } from '@linework/schemas/values/drift-kinds';
import type { RegisterDifferences } from '../load/register-differences.ts';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';

const driftsStatement = statement(
  'campaign-drifts',
  `SELECT d.id, d.kind, d.status, d.line_id AS "lineId", r.external_code AS number,
     (extract(epoch FROM d.created_at) * 1000)::float8 AS "atMs", d.first_seen_at > d.created_at AS "isSeenLater"
   FROM drift d
   LEFT JOIN resource r ON r.id = d.resource_id`,
).returns<Drift>();

interface Drift {
  readonly id: string;
  readonly kind: DriftKind;
  readonly status: DriftStatus;
  readonly lineId: string | null;
  /** The number of a subscriber that no line has. */
  readonly number: string | null;
  readonly atMs: number;
  readonly isSeenLater: boolean;
}

/** From the first failure of an order on, the register may have anything for its line. */
const failuresStatement = statement(
  'campaign-first-failures',
  `SELECT o.line_id AS "lineId", (extract(epoch FROM min(e.at)) * 1000)::float8 AS "atMs"
   FROM orders o
   JOIN event e ON e.resource_id = o.id AND e.to_status IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED')
   WHERE o.line_id IS NOT NULL
   GROUP BY o.line_id`,
).returns<{ readonly lineId: string; readonly atMs: number }>();

/**
 * The lines that have had a number, or were to get it. The number of a closed order is withheld, because the network
 * may have it on the line, also when the line is deleted.
 */
const linesOfNumbersStatement = statement(
  'campaign-lines-of-numbers',
  { numbers: 'text[]' },
  `SELECT msisdn AS number, id AS "lineId"
   FROM line
   WHERE msisdn = ANY(:numbers)
   UNION SELECT r.external_code, a.line_id
   FROM allocation a
   JOIN resource r ON r.id = a.resource_id
   WHERE r.external_code = ANY(:numbers) AND a.line_id IS NOT NULL
   UNION SELECT r.external_code, o.line_id
   FROM event e
   JOIN resource r ON r.id = e.resource_id
   JOIN orders o ON o.id = e.order_id
   WHERE r.external_code = ANY(:numbers) AND o.line_id IS NOT NULL`,
).returns<{ readonly number: string; readonly lineId: string }>();

/** What the check needs of the campaign. */
export interface Planted {
  readonly differences: RegisterDifferences;
  /** Adopted lines whose subscribers the register did not have. */
  readonly unregisteredLineIds: ReadonlySet<string>;
}

/**
 * Reports drifts without a difference that was planted or that a failed order may have left, and subscribers of
 * somebody else that were changed.
 */
export async function checkReconciliation(world: World, report: CampaignReport, planted: Planted): Promise<void> {
  const { db, brokers, neighbour } = world;
  const { planted: differences, spareNumbers } = planted.differences;
  const drifts = await db.query(driftsStatement);
  const sinceMs = new Map([...planted.unregisteredLineIds].map((lineId) => [lineId, 0]));
  for (const { lineId, atMs } of [...(await db.query(failuresStatement)), ...differences])
    sinceMs.set(lineId, Math.min(sinceMs.get(lineId) ?? atMs, atMs));
  const numbers = new Set(
    [...brokers, neighbour].flatMap(({ existing }) => existing.map(({ subscriber }) => subscriber.msisdn)),
  );
  for (const { number, lineId } of await db.query(linesOfNumbersStatement, {
    numbers: drifts.flatMap(({ number }) => number ?? []),
  }))
    if (sinceMs.has(lineId)) numbers.add(number);
  const isExplained = ({ kind, lineId, number, atMs }: Drift) =>
    kind === 'unreadable' ||
    (lineId === null
      ? spareNumbers.has(number ?? '') || numbers.has(number ?? '')
      : (sinceMs.get(lineId) ?? Number.POSITIVE_INFINITY) <= atMs);
  const unexplained = drifts.filter((drift) => !isExplained(drift));
  if (unexplained.length > 0)
    report.addViolation(
      `reconciliation: ${unexplained.length} drifts have no difference: ${JSON.stringify(unexplained.slice(0, 3))}`,
    );
  const later = drifts.filter(({ isSeenLater }) => isSeenLater);
  if (later.length > 0)
    report.addViolation(
      `reconciliation: ${later.length} drifts were seen first after they were found: ${later[0]?.id}`,
    );
  await checkSubscribers(world, report, planted.differences);
  countDrifts(report, drifts, differences.length);
}

async function checkSubscribers(
  { network }: World,
  report: CampaignReport,
  { foreign, extra }: RegisterDifferences,
): Promise<void> {
  const register = new Map((await network.subscribers()).map((one) => [one.imsi, one]));
  const isChanged = ({ imsi, msisdn, serviceState }: NetworkSubscriber) => {
    const found = register.get(imsi);
    return found?.msisdn !== msisdn || found.serviceState !== serviceState;
  };
  const changed = [...foreign, ...extra].filter(isChanged);
  if (changed.length > 0)
    report.addViolation(
      `reconciliation: ${changed.length} subscribers that no line has were changed: ${JSON.stringify(changed[0])}`,
    );
  report.increment('foreign subscribers planted', foreign.length);
  report.increment('extra subscribers planted', extra.length);
}

function countDrifts(report: CampaignReport, drifts: readonly Drift[], planted: number): void {
  report.increment('differences planted', planted);
  for (const { kind, status } of drifts) {
    report.increment(`drift found: ${kind}`);
    report.increment(`drift ended: ${status}`);
  }
}
