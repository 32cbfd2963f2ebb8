import type { Db } from '@linework/db/db';
import { plannedEachTime } from '@linework/db/statement';
import { invoiceArrivals } from '@linework/schemas/events';
import { todayOf } from '../billing/today.ts';

/** The day on which it is due still belongs to the holder. */
const overdueStatement = plannedEachTime(
  `WITH late AS (
    SELECT id FROM invoice WHERE status = 'OPEN' AND due_date < $1::date ORDER BY due_date, id LIMIT $2 FOR UPDATE SKIP LOCKED
  ), moved AS (
    UPDATE invoice i SET status = 'OVERDUE', overdue_at = now(), updated_at = now() FROM late l WHERE i.id = l.id RETURNING i.id, i.broker_id
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status)
  SELECT broker_id, '${invoiceArrivals.OVERDUE}', 'invoice', id, 'OPEN', 'OVERDUE' FROM moved RETURNING resource_id`,
);

const mostAtOnce = 1_000;

/** Notes the invoices that were not paid by their due date; answers how many. May run anywhere, also many at once. */
export async function markOverdue(db: Pick<Db, 'query'>, asked: { readonly today?: string } = {}): Promise<number> {
  const today = asked.today ?? (await todayOf(db));
  for (let marked = 0; ; ) {
    const batch = await db.query(overdueStatement, [today, mostAtOnce]);
    marked += batch.length;
    if (batch.length < mostAtOnce) return marked;
  }
}
