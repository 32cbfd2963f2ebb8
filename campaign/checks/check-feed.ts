import { unprepared } from '@linework/db/statement';
import { waitUntil } from '@linework/testing/processes/wait-until';
import type { FeedReader } from '../load/feed-readers.ts';
import type { CampaignReport } from '../world/report.ts';
import type { World } from '../world/start-world.ts';

const isReadStatement = unprepared(
  'campaign-is-read',
  `SELECT s.newest_seq >= (SELECT max(seq) FROM event) AND s.open_transactions = '{}' AS "isRead"
   FROM event_sequencer s`,
).returns<{ readonly isRead: boolean }>();

/** A position for each event of each range, computed here and not as the readers of the feed do. */
const withPositions = `WITH positions AS MATERIALIZED (
    SELECT r.first_position + n AS position, r.first_seq + n AS seq
    FROM event_range r, generate_series(0, r.event_count - 1) AS n
  )`;

const missingStatement = unprepared(
  'campaign-feed-missing',
  `${withPositions}
   SELECT e.seq::text, e.type, e.resource_id AS "resourceId"
   FROM event e
   WHERE NOT EXISTS (SELECT FROM positions p WHERE p.seq = e.seq)
   ORDER BY e.seq
   LIMIT 3`,
).returns<object>();

const gapsStatement = unprepared(
  'campaign-feed-gaps',
  `${withPositions}
   SELECT count(*)::int AS count, coalesce(min(position), 1)::int AS first, coalesce(max(position), 0)::int AS last
   FROM positions`,
).returns<{ readonly count: number; readonly first: number; readonly last: number }>();

/**
 * The status before must be the one that the event before it in the feed led to. It is computed for all events first:
 * for the first three alone, the planner would search all positions once for each event.
 */
const orderStatement = unprepared(
  'campaign-feed-order',
  `${withPositions}, moves AS MATERIALIZED (
    SELECT p.position::text, e.type, e.resource_id AS "resourceId", e.from_status AS "from",
      lag(e.to_status) OVER (PARTITION BY e.resource_id ORDER BY p.position) AS "before"
    FROM positions p
    JOIN event e ON e.seq = p.seq
    WHERE e.to_status IS NOT NULL
  )
  SELECT * FROM moves WHERE "before" IS NOT NULL AND "from" IS DISTINCT FROM "before" LIMIT 3`,
).returns<object>();

const positionsStatement = unprepared(
  'campaign-positions',
  { brokerId: 'uuid' },
  `${withPositions}
   SELECT p.position::float8 AS position
   FROM positions p
   JOIN event e ON e.seq = p.seq
   WHERE e.broker_id = :brokerId
   ORDER BY p.position`,
).returns<{ readonly position: number }>();

/**
 * Checks that every committed event is in the feed once, in order for its record, and that the readers got exactly
 * these.
 */
export async function checkFeed(
  { db, speed }: World,
  report: CampaignReport,
  readers: readonly FeedReader[],
): Promise<void> {
  const isRead = async () => (await db.query(isReadStatement))[0]?.isRead === true;
  await waitUntil('the sequencer has read every event', isRead, { limitMs: speed.limitMs(30_000) }).catch(
    (error: Error) => report.addViolation(`feed: ${error.message}`),
  );
  const missing = await db.query(missingStatement);
  if (missing.length > 0) report.addViolation(`feed: committed events have no position: ${JSON.stringify(missing)}`);
  const [bounds] = await db.query(gapsStatement);
  if (bounds && bounds.count !== bounds.last - bounds.first + 1)
    report.addViolation(`feed: the positions have gaps: ${JSON.stringify(bounds)}`);
  const unordered = await db.query(orderStatement);
  if (unordered.length > 0)
    report.addViolation(`feed: events of a record are not in their order: ${JSON.stringify(unordered)}`);
  for (const reader of readers) await checkReader(db, report, reader);
}

async function checkReader(
  db: World['db'],
  report: CampaignReport,
  { name, broker, positions, readTo }: FeedReader,
): Promise<void> {
  const expected = (await db.query(positionsStatement, { brokerId: broker.id })).map(({ position }) => position);
  await readTo(expected.at(-1) ?? 0);
  report.increment(`feed, ${name}: events read`, positions.length);
  const at = expected.findIndex((position, index) => positions[index] !== position);
  if (at >= 0)
    report.addViolation(
      `feed: the ${name} reader got ${positions[at] ?? 'nothing'} instead of position ${expected[at]}`,
    );
  else if (positions.length > expected.length)
    report.addViolation(`feed: the ${name} reader got ${positions.length - expected.length} events too many`);
}
