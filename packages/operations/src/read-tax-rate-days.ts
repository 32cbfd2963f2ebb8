import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

/**
 * A row without a rate that some receipts need counts until a row of a later day, or its correction, takes its place.
 */
const daysStatement = statement(
  'read-days-of-tax-rates',
  `SELECT greatest(min(r.valid_from) - current_date, 0)::int AS days
   FROM tax_rate r
   WHERE r.rate IS NULL AND cardinality(r.regimes) > 0
     AND NOT EXISTS (
       SELECT 1
       FROM tax_rate n
       WHERE n.replaces = r.id
     )
     AND NOT EXISTS (
       SELECT 1
       FROM tax_rate n
       WHERE n.tax = r.tax AND n.jurisdiction = r.jurisdiction AND n.valid_from > r.valid_from
         AND n.valid_from <= current_date
     )`,
);

/** For how many days from now every tax has a rate: 0 when receipts wait for one, infinite when no gap is known. */
export async function readTaxRateDays(db: Pick<Db, 'query'>): Promise<number> {
  const [row] = await db.query(daysStatement);
  return row?.days ?? Number.POSITIVE_INFINITY;
}
