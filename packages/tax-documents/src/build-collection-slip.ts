import { formatDecimal } from './decimal.ts';

export interface CollectionInput {
  /** In BRL, below a thousand million. */
  readonly amount: string;
  /** The four digits under which FEBRABAN knows who collects. */
  readonly collector: string;
  /** At most 25 digits by which the collector knows what is paid. */
  readonly reference: string;
}

/**
 * The 48 digits that are typed to pay a telecommunications bill (FEBRABAN, collection by bar code): product 8, segment 4, amount in BRL with
 * check digits by modulo 10 (identifier 6). Throws a RangeError for what has no room in it.
 */
export function buildCollectionSlip({ amount, collector, reference }: CollectionInput): string {
  const cents = formatDecimal(amount, 2).replace('.', '').padStart(11, '0');
  if (cents.length > 11 || !/^\d{4}$/.test(collector) || !/^\d{1,25}$/.test(reference)) throw new RangeError('This has no room on a collection slip.');
  const payload = `${cents}${collector}${reference.padStart(25, '0')}`;
  const bars = `846${calculateModuloTen(`846${payload}`)}${payload}`;
  return (bars.match(/.{11}/g) ?? []).map((part) => `${part}${calculateModuloTen(part)}`).join('');
}

/** Weights 2 and 1 by turns from the right, digits of the products added. */
export function calculateModuloTen(digits: string): string {
  const total = [...digits].reverse().reduce((sum, digit, place) => {
    const product = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return sum + (product > 9 ? product - 9 : product);
  }, 0);
  return String((10 - (total % 10)) % 10);
}
