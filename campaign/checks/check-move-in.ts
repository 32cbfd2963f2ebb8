import { statement } from '@linework/db/statement';
import type { EndedMoveIn, MoveIns } from '../load/move-in.ts';
import { partCount } from '../world/move-in-files.ts';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';

/** Rows that are neither adopted nor left out with a reason. */
const unsettledStatement = statement(
  'campaign-unsettled-rows',
  { moveInIds: 'uuid[]' },
  `SELECT kind, row, state
   FROM move_in_row
   WHERE move_in_id = ANY(:moveInIds)
     AND NOT (state = 'adopted' OR state = 'left-out' AND reason IS NOT NULL)`,
);

/**
 * How many records the broker has of each kind, and how many rows became one. Pools had other numbers and SIMs before,
 * and a subscription whose last line ends gets a last invoice.
 */
const recordsStatement = statement(
  'campaign-adopted-records',
  { brokerId: 'uuid' },
  `SELECT k.kind, k.records::int AS records, count(r.record_id)::int AS rows,
     count(DISTINCT r.legacy_id)::int AS different
   FROM (
     SELECT 'holders' AS kind, count(*) AS records FROM holder WHERE broker_id = :brokerId
     UNION ALL SELECT 'lines', count(*) FROM line WHERE broker_id = :brokerId
     UNION ALL SELECT 'subscriptions', count(*) FROM subscription WHERE broker_id = :brokerId
     UNION ALL SELECT 'invoices', count(*) FROM invoice
     WHERE broker_id = :brokerId AND id IN (SELECT record_id FROM move_in_row WHERE kind = 'invoices')
     UNION ALL SELECT 'paymentMethods', count(*) FROM payment_method WHERE broker_id = :brokerId
     UNION ALL SELECT 'numbers', count(*)
     FROM resource
     WHERE broker_id = :brokerId AND id IN (SELECT record_id FROM move_in_row WHERE kind = 'numbers')
     UNION ALL SELECT 'sims', count(*)
     FROM resource
     WHERE broker_id = :brokerId AND id IN (SELECT record_id FROM move_in_row WHERE kind = 'sims')
   ) k
   LEFT JOIN move_in_row r ON r.broker_id = :brokerId AND r.kind = k.kind AND r.state = 'adopted'
   GROUP BY k.kind, k.records`,
).returns<{ readonly records: number; readonly rows: number; readonly different: number }>();

const sumsStatement = statement(
  'campaign-adopted-sums',
  { brokerId: 'uuid' },
  `SELECT (
       SELECT coalesce(sum(total_amount), 0)
       FROM invoice
       WHERE broker_id = :brokerId AND id IN (SELECT record_id FROM move_in_row WHERE kind = 'invoices')
     )::text AS owed,
     (
       SELECT coalesce(sum(c.used), 0)
       FROM usage_credit c
       JOIN usage_account a ON a.id = c.account_id
       WHERE a.broker_id = :brokerId
     )::float8 AS used`,
).returns<{ readonly owed: string; readonly used: number }>();

/** What was billed before is billed here once more, or a cycle is billed twice here. */
const billedTwiceStatement = statement(
  'campaign-billed-twice',
  { brokerId: 'uuid' },
  `SELECT a.subscription_id AS "subscriptionId"
   FROM invoice a
   JOIN invoice b ON b.subscription_id = a.subscription_id AND b.id > a.id
   WHERE a.broker_id = :brokerId AND a.status <> 'VOID' AND b.status <> 'VOID'
     AND (a.cycle = b.cycle OR a.period_from = b.period_from)`,
).returns<{ readonly subscriptionId: string }>();

/** The adopted lines with the IMSIs with which they came, and how often each adoption was told. */
const linesStatement = statement(
  'campaign-adopted-lines',
  { brokerId: 'uuid' },
  `SELECT l.record_id AS "lineId", s.data ->> 'imsi' AS imsi,
     (
       SELECT count(*)::int
       FROM event e
       WHERE e.resource_id = l.record_id AND e.details ->> 'moveInId' = l.move_in_id::text
     ) AS events
   FROM move_in_row l
   JOIN move_in_row s ON s.move_in_id = l.move_in_id AND s.kind = 'sims' AND s.legacy_id = l.data ->> 'simId'
   WHERE l.broker_id = :brokerId AND l.kind = 'lines' AND l.state = 'adopted'`,
).returns<{ readonly lineId: string; readonly imsi: string; readonly events: number }>();

const ordersStatement = statement(
  'campaign-orders-of-broker',
  { brokerId: 'uuid' },
  'SELECT id, line_id AS "lineId" FROM orders WHERE broker_id = :brokerId',
).returns<{ readonly id: string; readonly lineId: string | null }>();

/**
 * Reports rows that were neither adopted nor left out, sums that are not equal to the cent, records that were written
 * twice, findings that the files and the register do not have, and calls to the network without an order on the line.
 */
export async function checkMoveIns(world: World, report: CampaignReport, moveIns: MoveIns): Promise<void> {
  const { db } = world;
  const { ended, state } = moveIns;
  const brokerId = state.broker.id;
  const complain = (text: string) => report.addViolation(`move-in: ${text}`);
  if (ended.length !== partCount) complain(`${ended.length} of ${partCount} have ended`);
  for (const moveIn of ended) checkStatement(moveIn, complain);
  for (const index of ended.keys()) checkExtra(ended.slice(0, index + 1), complain);
  const unsettled = await db.query(unsettledStatement, { moveInIds: ended.map(({ id }) => id) });
  if (unsettled.length > 0) complain(`${unsettled.length} rows are not settled: ${JSON.stringify(unsettled[0])}`);
  for (const { kind, records, rows, different } of await db.query(recordsStatement, { brokerId })) {
    report.increment(`adopted: ${kind}`, rows);
    if (records !== rows || different !== rows)
      complain(`${rows} rows were adopted as ${kind}, with ${different} legacy ids; there are ${records} records`);
  }
  const twice = await db.query(billedTwiceStatement, { brokerId });
  if (twice.length > 0) complain(`the subscription ${twice[0]?.subscriptionId} was billed twice for a cycle`);
  const [sums] = await db.query(sumsStatement, { brokerId });
  const adopted = (item: BalanceItem) => item.state === 'adopted';
  const [owed, used] = [sumOf(ended, 'amount', adopted), sumOf(ended, 'used', adopted)];
  if (toCents(sums?.owed) !== owed) complain(`${owed} cents were adopted, and the invoices have ${sums?.owed}`);
  if (sums?.used !== used) complain(`${used} was adopted as used, and the credits have ${sums?.used}`);
  await checkLedger(world, report, { brokerId, complain });
}

type BalanceItem = EndedMoveIn['balance']['items'][number];
type Complain = (text: string) => void;

/** Compares the statement of one move-in with its files. */
function checkStatement({ id, part, compared, adopted, balance }: EndedMoveIn, complain: Complain): void {
  const { extra: _, ...found } = countsOf(compared);
  const differs = Object.keys({ ...found, ...part.findings }).filter(
    (code) => found[code] !== part.findings[code as keyof typeof part.findings],
  );
  if (differs.length > 0) complain(`${id} has other findings than its files: ${JSON.stringify(found)}`);
  const rows = Object.values(part.rows).reduce((sum, { length }) => sum + length, 0);
  const { progress } = adopted;
  if (progress.rows !== rows || progress.adopted + progress.leftOut !== rows)
    complain(`${id} has ${rows} rows, and says ${JSON.stringify(progress)}`);
  const stated = balance.items.reduce((sum, item) => sum + item.rows, 0);
  if (stated !== rows) complain(`${id} has ${rows} rows, and its statement ${stated}`);
  const inFiles = part.rows.invoices.flatMap(({ amount = '' }) => (/^\d+,\d\d$/.test(amount) ? toCents(amount) : []));
  const owed = inFiles.reduce((sum, cents) => sum + cents, 0);
  const inStatement = sumOf([{ balance }], 'amount', () => true);
  if (inStatement !== owed) complain(`${id} has ${owed} cents in its files, and ${inStatement} in its statement`);
}

const countsOf = ({ findings }: EndedMoveIn['compared']): Partial<Record<string, number>> =>
  Object.fromEntries(findings.map(({ code, count }) => [code, count]));

/**
 * The subscribers of the move-ins to come have no line yet, and each is found. Of the last move-in and those before it,
 * only a number and a SIM of a line that stays out can be found.
 */
function checkExtra(ended: readonly EndedMoveIn[], complain: Complain): void {
  const last = ended.at(-1);
  if (!last) return;
  const { extra = 0 } = countsOf(last.compared);
  const toCome = (partCount - ended.length) * last.part.registered;
  const leftOut = ended.flatMap(({ lines }) => lines.filter(({ state }) => state === 'left-out')).length;
  if (extra < toCome || extra > toCome + 2 * leftOut)
    complain(`${last.id} found ${extra} extra subscribers, of ${toCome} to come and ${leftOut} lines left out`);
}

const toCents = (amount = '0') => Math.round(Number(amount.replace(',', '.')) * 100);

/** The sum of open amounts in cents, or of what was used. */
const sumOf = (
  moveIns: readonly Pick<EndedMoveIn, 'balance'>[],
  member: 'amount' | 'used',
  isCounted: (item: BalanceItem) => boolean,
): number =>
  moveIns
    .flatMap(({ balance }) => balance.items.filter(isCounted))
    .reduce((sum, { amount, used = 0 }) => sum + (member === 'amount' ? toCents(amount) : used), 0);

interface LedgerOptions {
  readonly brokerId: string;
  readonly complain: Complain;
}

/** Every call that changed the subscriber of an adopted line is of an order on this line. */
async function checkLedger(
  { db, network }: World,
  report: CampaignReport,
  { brokerId, complain }: LedgerOptions,
): Promise<void> {
  const lines = await db.query(linesStatement, { brokerId });
  const repeated = lines.filter(({ events }) => events !== 1);
  if (repeated.length > 0) complain(`the adoption of a line was told ${repeated[0]?.events} times`);
  const lineOf = new Map(lines.map(({ lineId, imsi }) => [imsi, lineId]));
  const orders = new Map((await db.query(ordersStatement, { brokerId })).map(({ id, lineId }) => [id, lineId]));
  const ids = 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx'.length;
  let calls = 0;
  for (const { key, imsi, before, after } of await network.requestLog()) {
    const owners = [imsi, before?.imsi, after?.imsi].flatMap((one) => lineOf.get(one ?? '') ?? []);
    if (owners.length === 0) continue;
    calls += 1;
    const lineId = orders.get(key.slice(0, ids));
    if (!owners.includes(lineId ?? '')) complain(`the call ${key} changed an adopted line without an order on it`);
  }
  report.increment('calls of orders on adopted lines', calls);
}
