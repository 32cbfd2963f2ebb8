import type { TaxRegime } from '../receipt.ts';

/** The rates of IBS and CBS of a year, in percent. */
export interface IbsCbsRates {
  readonly year: number;
  /** IBS of the state. */
  readonly state: string;
  /** IBS of the municipality. */
  readonly city: string;
  readonly cbs: string;
  /** Whether IBS and CBS come on top of what the items cost in the document's total (vTotDFe). */
  readonly isAddedToTotal: boolean;
}

interface IbsCbsYear extends Omit<IbsCbsRates, 'cbs'> {
  /** Null while no act fixes it. */
  readonly cbs: string | null;
  /** Whose receipts have the groups. */
  readonly regimes: readonly TaxRegime[];
  /** Where the rates stand. */
  readonly source: string;
}

const allRegimes: readonly TaxRegime[] = ['SIMPLE', 'SIMPLE_EXCEEDED', 'NORMAL'];

/**
 * One row a year. A year without a row, or with a rate that is null, is not known: no receipt is issued in it. CBS of 2027 and 2028 is the reference
 * rate less 0.1 points, and a resolution of the Senate fixes that rate (complementary law 214/2025, articles 14, 18, 347 and 353). Before its figure
 * is filled in, `taxes-of-item.ts` needs a look as well: PIS and COFINS end with 2026.
 */
export const ibsCbsYears: readonly IbsCbsYear[] = [
  {
    year: 2026,
    state: '0.1',
    city: '0',
    cbs: '0.9',
    // Technical note NFCom 2025.001, version 1.12: in 2026 vTotDFe is vNF.
    isAddedToTotal: false,
    // Validation 310 asks for the groups of regime 3 only; the Simples Nacional begins with 2027 (article 348).
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

/** `NONE` where a receipt has no groups, `UNKNOWN` where it must have them and nobody knows the rates. */
export type RatesResult = IbsCbsRates | 'NONE' | 'UNKNOWN';

/** The rates for what a company of that regime issues in that year. */
export function findIbsCbsRates(year: number, regime: TaxRegime): RatesResult {
  if (year < firstYear) return 'NONE';
  const found = ibsCbsYears.find((row) => row.year === year);
  if (found === undefined) return 'UNKNOWN';
  if (!found.regimes.includes(regime)) return 'NONE';
  const { state, city, cbs, isAddedToTotal } = found;
  return cbs === null ? 'UNKNOWN' : { year, state, city, cbs, isAddedToTotal };
}
