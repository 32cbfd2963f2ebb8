import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import {
  type FoundRates,
  findTaxRates,
  getDayOfIssue,
  type TaxRateRow,
} from '@linework/tax-documents/model/find-tax-rates';
import type { Issuer } from '@linework/tax-documents/model/receipt';

const ratesStatement = statement(
  'read-tax-rates',
  `SELECT tax, jurisdiction, valid_from::text AS "validFrom", trim_scale(rate)::text AS rate, regimes, is_added_to_total AS "isAddedToTotal"
   FROM tax_rate
   WHERE jurisdiction = ANY($1::text[]) AND valid_from <= $2::date
   ORDER BY position`,
);

/** The rates of a receipt that this company issues at an instant. */
export async function readTaxRates(
  db: Pick<Db, 'query'>,
  issuer: Pick<Issuer, 'regime' | 'address'>,
  at: Date,
): Promise<FoundRates> {
  const day = getDayOfIssue(at, issuer);
  const { cityCode, state } = issuer.address;
  const rows = await db.query<TaxRateRow>(ratesStatement, [[cityCode, state, 'BR'], day]);
  return findTaxRates(rows, { day, issuer });
}
