import { readToday } from '@linework/billing/read-today';
import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';

/** An invoice can still be paid on its due date. */
const overdueStatement = unprepared(
  'mark-overdue',
  { today: 'date', limit: 'bigint' },
  `WITH overdue AS (
    SELECT id
    FROM invoice
    WHERE status = 'OPEN' AND due_date < :today
    ORDER BY due_date, id
    LIMIT :limit
    FOR UPDATE SKIP LOCKED
  ), moved AS (
    UPDATE invoice i
    SET status = 'OVERDUE', overdue_at = now(), updated_at = now()
    FROM overdue o
    WHERE i.id = o.id
    RETURNING i.id, i.broker_id
  )
  ${insertMove('invoice', { from: 'OPEN', to: 'OVERDUE' })}
  FROM moved
  RETURNING resource_id`,
);

const batchLimit = 1_000;

/**
 * Marks the invoices that were not paid by their due date as OVERDUE; returns their number. Several processes may run
 * it at the same time.
 */
export async function markOverdue(db: Pick<Db, 'query'>, options: { readonly today?: string } = {}): Promise<number> {
  const today = options.today ?? (await readToday(db));
  for (let marked = 0; ; ) {
    const batch = await db.query(overdueStatement, { today, limit: batchLimit });
    marked += batch.length;
    if (batch.length < batchLimit) return marked;
  }
}
