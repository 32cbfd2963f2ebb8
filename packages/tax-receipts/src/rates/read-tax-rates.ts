import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { TaxRegime } from '@linework/schemas/tax-receipts/supplier';
import { type FoundRates, findTaxRates, getDayOfIssue } from '@linework/tax-documents/model/find-tax-rates';
import type { Issuer } from '@linework/tax-documents/model/receipt';

const ratesStatement = statement(
  'read-tax-rates',
  { jurisdictions: 'text[]', day: 'date' },
  `SELECT tax, jurisdiction, valid_from::text AS "validFrom", trim_scale(rate)::text AS rate, regimes,
     is_added_to_total AS "isAddedToTotal"
   FROM tax_rate
   WHERE jurisdiction = ANY(:jurisdictions) AND valid_from <= :day
   ORDER BY position`,
).returns<{ readonly regimes: readonly TaxRegime[] }>();

/** The rates of a receipt that this company issues at an instant. */
export async function readTaxRates(
  db: Pick<Db, 'query'>,
  issuer: Pick<Issuer, 'regime' | 'address'>,
  at: Date,
): Promise<FoundRates> {
  const day = getDayOfIssue(at, issuer);
  const { cityCode, state } = issuer.address;
  const rows = await db.query(ratesStatement, { jurisdictions: [cityCode, state, 'BR'], day });
  return findTaxRates(rows, { day, issuer });
}
