import { addDays, startOfDay, toCivilDay } from '@linework/billing/civil-day';
import { dayInSql } from '@linework/billing/day-in-sql';
import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import { linesAtEnd } from './lines-at-end.ts';

const lastDayStatement = unprepared(
  'find-last-counted-day',
  `SELECT to_char((SELECT max(day) FROM line_count_day), 'YYYY-MM-DD') AS "lastDay",
    to_char(${dayInSql('(SELECT min(created_at) FROM line)')}, 'YYYY-MM-DD') AS "firstLineDay"`,
);

/** Of two workers that count a day at once one waits for the other, and finds its row. */
const countDayStatement = unprepared(
  'count-lines-of-day',
  { day: 'date', until: 'timestamptz' },
  `WITH counted_day AS (
    INSERT INTO line_count_day (day) VALUES (:day) ON CONFLICT DO NOTHING RETURNING day
  ), lines_then AS (${linesAtEnd}
  )
  INSERT INTO line_count (day, broker_id, area_code, status, count)
  SELECT d.day, l.broker_id, l.area_code, l.status, count(*)
  FROM counted_day d
  CROSS JOIN lines_then l
  GROUP BY 1, 2, 3, 4`,
  { timeoutMs: 300_000 },
);

/** How far back the first run goes. */
const backLimitDays = 31;
/** A request that began before midnight has ended by then. */
const settledMs = 60_000;

/** Counts the lines at the end of each day that has no counts yet; returns the number of days. */
export async function countLines(db: Pick<Db, 'query'>, now: Date = new Date()): Promise<number> {
  const today = toCivilDay(new Date(now.getTime() - settledMs));
  const [found] = await db.query(lastDayStatement);
  if (!found?.firstLineDay) return 0;
  const earliest = addDays(today, -backLimitDays);
  const first = found.lastDay
    ? addDays(found.lastDay, 1)
    : found.firstLineDay > earliest
      ? found.firstLineDay
      : earliest;
  let count = 0;
  for (let day = first; day < today; day = addDays(day, 1)) {
    await db.query(countDayStatement, { day, until: startOfDay(addDays(day, 1)) });
    count += 1;
  }
  return count;
}
