import { dayInSql } from '@linework/billing/day-in-sql';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

/** Reads the index of the subscriptions to invoice up to today. */
const lateStatement = statement(
  'count-late-invoices',
  `SELECT count(*)::int AS count
   FROM subscription s
   WHERE s.status <> 'PAUSED' AND s.next_billing_date < ${dayInSql('now()')}`,
);

/** Counts the subscriptions with an invoice that was due before today and could not be made. */
export async function countLateInvoices(db: Pick<Db, 'query'>): Promise<number> {
  const [row] = await db.query(lateStatement);
  return row?.count ?? 0;
}
