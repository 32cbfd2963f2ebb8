import { formatLocalTime } from './format-local-time.ts';
import {
  type DocumentModel,
  type Receipt,
  type ReceiptRates,
  type TaxName,
  type TaxRegime,
  taxNames,
} from './receipt.ts';

/** The rate of a tax from a day on, until another row of the same tax and jurisdiction begins. */
export interface TaxRateRow {
  readonly tax: TaxName;
  /** BR, a state, or the seven digits of a municipality. */
  readonly jurisdiction: string;
  /** YYYY-MM-DD. */
  readonly validFrom: string;
  /** In percent; null as long as no act has set it. */
  readonly rate: string | null;
  /** The regimes whose receipts carry the tax; empty when none does. */
  readonly regimes: readonly TaxRegime[];
  /** Whether the tax is added to the price of the items in the document's total (vTotDFe). */
  readonly isAddedToTotal: boolean;
}

export interface FoundRates extends ReceiptRates {
  /** The taxes that a receipt of that day must carry although their rates are not known. */
  readonly unknown: readonly TaxName[];
}

/**
 * The day of an instant in a state: it decides the rates, as the authority compares them with the date of issue
 * (dhEmi).
 */
export const getDayOfIssue = (
  at: Date,
  { address }: { readonly address: Pick<Receipt['issuer']['address'], 'state'> },
): string => formatLocalTime(at, address.state).slice(0, 'YYYY-MM-DD'.length);

/**
 * The rates for a receipt of an issuer on a day. Of several rows the municipality's precedes the state's, and this the
 * country's; then the one with the latest day counts, and of one day the last row. A tax without a row is unknown.
 */
export function findTaxRates(
  rows: readonly TaxRateRow[],
  { day, issuer }: { readonly day: string; readonly issuer: Issuer },
): FoundRates {
  const jurisdictions = [issuer.address.cityCode, issuer.address.state, 'BR'];
  const rates: Partial<Record<TaxName, string>> = {};
  const unknown: TaxName[] = [];
  let isAddedToTotal = false;
  for (const tax of taxNames) {
    const begun = rows.filter((row) => row.tax === tax && row.validFrom <= day);
    const row = jurisdictions.map((jurisdiction) => findLast(begun, jurisdiction)).find((found) => found !== undefined);
    if (row !== undefined && !row.regimes.includes(issuer.regime)) continue;
    if (row === undefined || row.rate === null) unknown.push(tax);
    else rates[tax] = row.rate;
    if (row?.isAddedToTotal) isAddedToTotal = true;
  }
  return { day, rates, isAddedToTotal, unknown };
}

type Issuer = Pick<Receipt['issuer'], 'regime'> & {
  readonly address: Pick<Receipt['issuer']['address'], 'cityCode' | 'state'>;
};

const findLast = (rows: readonly TaxRateRow[], jurisdiction: string): TaxRateRow | undefined =>
  rows
    .filter((row) => row.jurisdiction === jurisdiction)
    .reduce<TaxRateRow | undefined>(
      (last, row) => (last === undefined || row.validFrom >= last.validFrom ? row : last),
      undefined,
    );

/** Of the taxes without a known rate, those that keep a receipt of this model from being issued. */
export function listUnknownTaxes({ unknown }: FoundRates, model: DocumentModel): readonly TaxName[] {
  if (model === 'DEBIT_RECEIPT') return [];
  return model === '62' ? unknown : unknown.filter((tax) => !ibsCbsNames.includes(tax));
}

/** Model 22 has no fields for them. */
const ibsCbsNames: readonly TaxName[] = ['IBS_STATE', 'IBS_CITY', 'CBS'];

/** The rates of IBS and CBS. */
export interface IbsCbsRates {
  readonly state: string;
  readonly city: string;
  readonly cbs: string;
}

/** The rates of IBS and CBS; undefined when the receipt has no groups for them. */
export function getIbsCbsRates({
  rates: { IBS_STATE: state, IBS_CITY: city, CBS: cbs },
}: ReceiptRates): IbsCbsRates | undefined {
  return state === undefined && city === undefined && cbs === undefined
    ? undefined
    : { state: state ?? '0', city: city ?? '0', cbs: cbs ?? '0' };
}
