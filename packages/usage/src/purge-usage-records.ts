import { archive, discardArchive, whileArchiving } from '@linework/db/archive';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { lateLimitDays } from '@linework/schemas/usage/usage-record';

/** The extra day covers a batch in progress. */
const tooOld = `((now() - interval '${lateLimitDays + 1} days') AT TIME ZONE 'UTC')::date`;

const dropStatement = statement(
  'drop-usage-partitions',
  `SELECT drop_usage_partitions(${tooOld}) AS dropped`,
  // It copies what is under a legal hold.
  { timeoutMs: 600_000 },
).returns<{ readonly dropped: number }>();

/**
 * Drops the days whose records would be rejected as too old if they were sent again; returns their number. The counted
 * usage stays. With a folder each day is archived there before it is dropped.
 */
export async function purgeUsageRecords(db: Db, archiveFolder?: string): Promise<number> {
  if (archiveFolder !== undefined)
    return (await whileArchiving(db, (session) => archiveAndDrop(session, archiveFolder))) ?? 0;
  const [result] = await db.transaction((tx) => tx.query(dropStatement));
  return result?.dropped ?? 0;
}

const oldPartitionsStatement = statement(
  'list-old-usage-partitions',
  `SELECT name, "from"::text, until::text FROM old_usage_partitions(${tooOld})`,
).returns<{ readonly name: string; readonly until: string }>();

const dropArchivedStatement = statement(
  'drop-archived-usage-partition',
  { partition: 'text', rows: 'bigint' },
  'SELECT drop_archived_usage_partition(:partition, :rows) AS "isDropped"',
  // It counts the rows once more.
  { timeoutMs: 600_000 },
).returns<{ readonly isDropped: boolean }>();

/** A crash leaves a day in its table, in its archive or in both, and the next run goes on from there. */
async function archiveAndDrop(session: Db, folder: string): Promise<number> {
  let dropped = 0;
  for (const { name, from, until } of await session.query(oldPartitionsStatement)) {
    const part = { table: 'usage_record', part: name.replace(/^usage_record_/, ''), from, until };
    const { rows } = await archive(session, folder, part, () => readRecords(session, from, until));
    const [result] = await session.query(dropArchivedStatement, { partition: name, rows });
    if (result?.isDropped) dropped += 1;
    // Somebody has put rows there by hand. The next run archives all of them.
    else await discardArchive(folder, part);
  }
  return dropped;
}

const recordsAtOnce = 2_000;

const pageStatement = statement(
  'read-usage-records-to-archive',
  { from: 'text?', until: 'text', brokerId: 'uuid', recordId: 'text', day: 'text' },
  `SELECT row_to_json(u)::text AS line, u.broker_id AS "brokerId", u.record_id AS "recordId", u.day::text AS day
   FROM usage_record u
   WHERE u.day >= coalesce(:from, '-infinity')::date
     AND u.day < :until::date
     AND (u.broker_id, u.record_id, u.day) > (:brokerId, :recordId, :day::date)
   ORDER BY u.broker_id, u.record_id, u.day
   LIMIT ${recordsAtOnce}`,
).returns<{ readonly line: string; readonly day: string }>();

/** In the order of the key, so that a day is archived as the same bytes again. */
async function* readRecords(session: Db, from: string | null, until: string): AsyncGenerator<readonly string[]> {
  let last = { brokerId: '00000000-0000-0000-0000-000000000000', recordId: '', day: '-infinity' };
  for (;;) {
    const page = await session.query(pageStatement, { from, until, ...last });
    const end = page.at(-1);
    if (!end) return;
    yield page.map(({ line }) => line);
    last = { brokerId: end.brokerId, recordId: end.recordId, day: end.day };
  }
}

const makeStatement = statement('make-usage-partitions', 'SELECT make_usage_partitions() AS made').returns<{
  made: number;
}>();

/** Makes the days up to the day after tomorrow; returns their number. */
export async function makeUsagePartitions(db: Pick<Db, 'query'>): Promise<number> {
  const [result] = await db.query(makeStatement);
  return result?.made ?? 0;
}
