import type { TaxRegime } from '../receipt.ts';

/** The rates of IBS and CBS of a year, in percent. */
export interface IbsCbsRates {
  readonly year: number;
  /** IBS of the state. */
  readonly state: string;
  /** IBS of the municipality. */
  readonly city: string;
  readonly cbs: string;
  /** Whether IBS and CBS are added to the price of the items in the document's total (vTotDFe). */
  readonly isAddedToTotal: boolean;
}

interface IbsCbsYear extends Omit<IbsCbsRates, 'cbs'> {
  /** Null until a law sets it. */
  readonly cbs: string | null;
  /** The regimes whose receipts have the groups. */
  readonly regimes: readonly TaxRegime[];
  /** The legal source of the rates. */
  readonly source: string;
}

const allRegimes: readonly TaxRegime[] = ['SIMPLE', 'SIMPLE_EXCEEDED', 'NORMAL'];

/**
 * One row per year. A year without a row, or with a null rate, is unknown: no receipt is issued in it. CBS of 2027 and 2028 is the reference rate
 * minus 0.1 points, and a resolution of the Senate sets that rate (complementary law 214/2025, articles 14, 18, 347 and 353). Before its figure is
 * filled in, check `calculate-item-taxes.ts` as well: PIS and COFINS end with 2026.
 */
export const ibsCbsYears: readonly IbsCbsYear[] = [
  {
    year: 2026,
    state: '0.1',
    city: '0',
    cbs: '0.9',
    // Technical note NFCom 2025.001, version 1.12: in 2026 vTotDFe is vNF.
    isAddedToTotal: false,
    // Validation 310 requires the groups for regime 3 only; the Simples Nacional begins with 2027 (article 348).
    regimes: ['NORMAL'],
    source: 'Complementary law 214/2025, articles 343 (IBS of the state) and 346 (CBS); technical note NFCom 2025.001, validations 316, 321 and 326',
  },
  {
    year: 2027,
    state: '0.05',
    city: '0.05',
    cbs: null,
    isAddedToTotal: true,
    regimes: allRegimes,
    source: 'Complementary law 214/2025, articles 344 (IBS) and 347 (CBS, not fixed yet)',
  },
  {
    year: 2028,
    state: '0.05',
    city: '0.05',
    cbs: null,
    isAddedToTotal: true,
    regimes: allRegimes,
    source: 'Complementary law 214/2025, articles 344 (IBS) and 347 (CBS, not fixed yet)',
  },
];

/** The first year of IBS and CBS. */
const firstYear = 2026;

/** `NONE` when a receipt has no groups, `UNKNOWN` when it must have them but the rates are unknown. */
export type RatesResult = IbsCbsRates | 'NONE' | 'UNKNOWN';

/** The rates for a company of that regime in that year. */
export function findIbsCbsRates(year: number, regime: TaxRegime): RatesResult {
  if (year < firstYear) return 'NONE';
  const found = ibsCbsYears.find((row) => row.year === year);
  if (found === undefined) return 'UNKNOWN';
  if (!found.regimes.includes(regime)) return 'NONE';
  const { state, city, cbs, isAddedToTotal } = found;
  return cbs === null ? 'UNKNOWN' : { year, state, city, cbs, isAddedToTotal };
}
