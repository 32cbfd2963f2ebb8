import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

/**
 * A record id is unique within its day, and looked for in the days beside it, where a transaction does not see what
 * another one has not committed (decision 155). So records of today share a lock of their broker, and those of any
 * other day have it alone: of two days at least one is not today. In the first minute of a day nothing is of today,
 * because a transaction that began in the day before may still run.
 */
const lockStatement = statement(
  'lock-other-days-of-usage',
  { brokerIds: 'uuid[]', firsts: 'timestamptz[]', lasts: 'timestamptz[]' },
  `SELECT now() AS now, count(CASE
     WHEN r.first >= day.begins AND r.last < day.begins + interval '1 day' AND now() >= day.begins + interval '1 minute'
       THEN pg_advisory_xact_lock_shared(r.key)::text
     ELSE pg_advisory_xact_lock(r.key)::text
   END) AS locked
   FROM (
     SELECT hashtextextended('usage of ' || broker_id, 0) AS key, first, last
     FROM unnest(:brokerIds, :firsts, :lasts) AS sent(broker_id, first, last)) AS r,
     date_trunc('day', now(), 'UTC') AS day(begins)`,
);

interface DatedRecord {
  readonly brokerId: string | undefined;
  readonly usedAt: Date;
}

/**
 * Call it before the first read of stored records. Brokers are locked in one order, which prevents deadlocks. Returns
 * the time of the transaction.
 */
export async function lockOtherDays(tx: Pick<Db, 'query'>, records: readonly DatedRecord[]): Promise<Date> {
  const spans = new Map<string, { first: Date; last: Date }>();
  for (const { brokerId, usedAt } of records) {
    if (brokerId === undefined) continue;
    const { first = usedAt, last = usedAt } = spans.get(brokerId) ?? {};
    spans.set(brokerId, { first: usedAt < first ? usedAt : first, last: usedAt > last ? usedAt : last });
  }
  const brokerIds = [...spans.keys()].toSorted();
  const [row] = await tx.query(lockStatement, {
    brokerIds,
    firsts: brokerIds.map((id) => spans.get(id)?.first ?? new Date(0)),
    lasts: brokerIds.map((id) => spans.get(id)?.last ?? new Date(0)),
  });
  return row?.now ?? new Date(Number.NaN);
}
