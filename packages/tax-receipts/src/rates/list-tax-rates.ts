import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import type { TaxRegime } from '@linework/schemas/tax-receipts/supplier';
import type { TaxRate, TaxRatesOfDay } from '@linework/schemas/tax-receipts/tax-rate';
import { getDayOfIssue } from '@linework/tax-documents/model/find-tax-rates';

const ofDayStatement = statement(
  'list-tax-rates',
  { day: 'date' },
  `SELECT DISTINCT ON (tax, jurisdiction) id, tax, jurisdiction, valid_from::text AS "firstDay",
     trim_scale(rate)::text AS rate, regimes,
     is_added_to_total AS "isAddedToTotal", source, source_date::text AS "sourceDate", replaces,
       loaded_by AS "loadedBy", loaded_at AS "loadedAt"
   FROM tax_rate
   WHERE valid_from <= :day
   ORDER BY tax, jurisdiction, valid_from DESC, position DESC`,
).returns<{ readonly regimes: TaxRegime[] }>();

type Row = RowOf<typeof ofDayStatement>;

/** The rows that count on a day; by default today, in the time of Brasília. */
export async function listTaxRates(db: Pick<Db, 'query'>, on: string | undefined): Promise<TaxRatesOfDay> {
  const day = on ?? getDayOfIssue(new Date(), { address: { state: 'DF' } });
  const rows = await db.query(ofDayStatement, { day });
  return { on: day, rates: rows.map(showRate) };
}

const showRate = ({ replaces, loadedBy, loadedAt, ...row }: Row): TaxRate => ({
  ...row,
  ...(replaces !== null && { replaces }),
  ...(loadedBy !== null && { loadedBy }),
  loadedAt: loadedAt.toISOString(),
});
