import {
  type FoundRates,
  findTaxRates,
  getDayOfIssue,
  type TaxRateRow,
} from '@linework/tax-documents/model/find-tax-rates';
import type { Receipt, TaxName, TaxRegime } from '@linework/tax-documents/model/receipt';

const [all, normal, payers] = [
  ['SIMPLE', 'SIMPLE_EXCEEDED', 'NORMAL'],
  ['NORMAL'],
  ['SIMPLE_EXCEEDED', 'NORMAL'],
] as const;

const icms =
  'AC19 AL19 AM20 AP18 BA20.5 CE20 DF20 ES17 GO19 MA23 MG18 MS17 MT17 PA19 PB20 PE20.5 PI22.5 PR19.5 RJ20 RN20 ' +
  'RO19.5 RR20 RS17 SC17 SE19 SP18 TO20';

const row = (tax: TaxName, validFrom: string, rate: string | null, regimes: readonly TaxRegime[]): TaxRateRow => ({
  tax,
  jurisdiction: 'BR',
  validFrom,
  rate,
  regimes,
  isAddedToTotal: regimes === all,
});

/** The rows that a new database has, in their order. A test compares them. */
export const knownTaxRates: readonly TaxRateRow[] = [
  ...icms
    .split(' ')
    .map((text) => ({ ...row('ICMS', '2025-04-01', text.slice(2), payers), jurisdiction: text.slice(0, 2) })),
  row('PIS', '2025-04-01', '0.65', normal),
  row('PIS', '2027-01-01', null, []),
  row('COFINS', '2025-04-01', '3', normal),
  row('COFINS', '2027-01-01', null, []),
  row('FUST', '2025-04-01', '1', normal),
  row('FUNTTEL', '2025-04-01', '0.5', normal),
  row('IBS_STATE', '2025-04-01', null, []),
  row('IBS_STATE', '2026-01-01', '0.1', normal),
  row('IBS_STATE', '2027-01-01', '0.05', all),
  row('IBS_STATE', '2029-01-01', null, all),
  row('IBS_CITY', '2025-04-01', null, []),
  row('IBS_CITY', '2026-01-01', '0', normal),
  row('IBS_CITY', '2027-01-01', '0.05', all),
  row('IBS_CITY', '2029-01-01', null, all),
  row('CBS', '2025-04-01', null, []),
  row('CBS', '2026-01-01', '0.9', normal),
  row('CBS', '2027-01-01', null, all),
];

/** A rate of CBS for 2027 that a test invents: no act has set it. */
export const cbsOf2027 = row('CBS', '2027-01-01', '8.7', all);

/** The rates of an issuer at an instant. */
export const ratesAt = (at: Date, issuer: Receipt['issuer'], rows: readonly TaxRateRow[] = knownTaxRates): FoundRates =>
  findTaxRates(rows, { day: getDayOfIssue(at, issuer), issuer });
