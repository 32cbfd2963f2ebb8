import type { Caller } from '@linework/auth/caller';
import { addDays, startOfDay, toCivilDay } from '@linework/billing/civil-day';
import type { Db } from '@linework/db/db';
import { type RowOf, unprepared } from '@linework/db/statement';
import type { ListQuery } from '@linework/lists/filter-table';
import { validationError } from '@linework/problem-details/make-problem';
import type { LineStatus } from '@linework/schemas/lifecycles/line.lifecycle';
import type { LineCounts } from '@linework/schemas/reports/line-counts';
import type { getLineCountsRoute } from '@linework/schemas/reports/line-counts.routes';
import { linesAtEnd } from './lines-at-end.ts';

const countedDaysStatement = unprepared(
  'find-counted-day',
  { day: 'date' },
  `SELECT to_char((SELECT min(day) FROM line_count_day), 'YYYY-MM-DD') AS "firstDay",
    (SELECT counted_at FROM line_count_day WHERE day = :day) AS "countedAt"`,
);

const filterTypes = { brokerId: 'uuid?', brokerIds: 'uuid[]?', statuses: 'text[]?', areaCodes: 'text[]?' } as const;

/** An array that is null filters nothing. */
const filters = `(:brokerId::uuid IS NULL OR c.broker_id = :brokerId)
    AND (:brokerIds::uuid[] IS NULL OR c.broker_id = ANY(:brokerIds))
    AND (:statuses::text[] IS NULL OR c.status = ANY(:statuses))
    AND (:areaCodes::text[] IS NULL OR c.area_code = ANY(:areaCodes))`;

const keptCountsStatement = unprepared(
  'read-line-counts',
  { day: 'date', ...filterTypes },
  `SELECT c.area_code AS "areaCode", c.status, sum(c.count)::int AS count
  FROM line_count c
  WHERE c.day = :day
    AND ${filters}
  GROUP BY 1, 2
  ORDER BY c.area_code, c.status COLLATE "C"`,
).returns<{ readonly status: LineStatus; readonly count: number }>();

const countNowStatement = unprepared(
  'count-lines-now',
  { until: 'timestamptz', ...filterTypes },
  `SELECT c.area_code AS "areaCode", c.status, count(*)::int AS count
  FROM (${linesAtEnd}
  ) c
  WHERE ${filters}
  GROUP BY 1, 2
  ORDER BY c.area_code, c.status COLLATE "C"`,
).returns<{ readonly status: LineStatus; readonly count: number }>();

type CountRow = RowOf<typeof keptCountsStatement>;

/**
 * Counts the lines that the caller may see, at the end of a day. Today is counted now, and so is yesterday until the
 * job `count-lines` has run. Raises validation-error for a day to come and for one before the first counted day.
 */
export async function getLineCounts(
  db: Pick<Db, 'query'>,
  caller: Caller,
  { day, brokerId, status, areaCode }: ListQuery<typeof getLineCountsRoute>,
): Promise<LineCounts> {
  const now = new Date();
  const today = toCivilDay(now);
  const asked = day ?? today;
  const [found] = await db.query(countedDaysStatement, { day: asked });
  assertKnown(asked, { today, firstDay: found?.firstDay ?? addDays(today, -1) });
  const values = { brokerId: caller.brokerId, brokerIds: brokerId, statuses: status, areaCodes: areaCode };
  const rows = found?.countedAt
    ? await db.query(keptCountsStatement, { day: asked, ...values })
    : await db.query(countNowStatement, { until: startOfDay(addDays(asked, 1)), ...values });
  return {
    items: rows.map(printCount),
    meta: {
      day: asked,
      countedAt: (found?.countedAt ?? now).toISOString(),
      lineCount: rows.reduce((sum, { count }) => sum + count, 0),
    },
  };
}

function assertKnown(day: string, { today, firstDay }: { readonly today: string; readonly firstDay: string }): void {
  if (day > today) throw validationError([{ parameter: 'day', detail: `must not be after today, ${today}` }]);
  if (day < firstDay)
    throw validationError([{ parameter: 'day', detail: `must be ${firstDay}, the first counted day, or later` }]);
}

const printCount = ({ areaCode, status, count }: CountRow) => ({
  ...(areaCode !== '' && { areaCode }),
  status,
  count,
});
