import { formatDecimal } from './model/decimal.ts';

export interface CollectionInput {
  /** In BRL, below a thousand million. */
  readonly amount: string;
  /** The collector's four-digit code at FEBRABAN. */
  readonly collector: string;
  /** At most 25 digits by which the collector identifies the bill. */
  readonly reference: string;
}

/**
 * The 48 digits that are typed to pay a telecommunications bill (FEBRABAN, collection by bar code): product 8, segment
 * 4, amount in BRL with check digits by modulo 10 (identifier 6). Throws a RangeError for values that do not fit.
 */
export function buildCollectionSlip({ amount, collector, reference }: CollectionInput): string {
  const cents = formatDecimal(amount, 2).replace('.', '').padStart(11, '0');
  if (cents.length > 11 || !/^\d{4}$/.test(collector) || !/^\d{1,25}$/.test(reference))
    throw new RangeError('The amount, the collector or the reference does not fit on a collection slip.');
  const payload = `${cents}${collector}${reference.padStart(25, '0')}`;
  const bars = `846${calculateModuloTen(`846${payload}`)}${payload}`;
  return (bars.match(/.{11}/g) ?? []).map((part) => `${part}${calculateModuloTen(part)}`).join('');
}

/** Weights 2 and 1 alternate from the right; the digits of the products are added. @internal */
export function calculateModuloTen(digits: string): string {
  const total = [...digits].reverse().reduce((sum, digit, place) => {
    const product = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return sum + (product > 9 ? product - 9 : product);
  }, 0);
  return String((10 - (total % 10)) % 10);
}
