import { fixed } from './decimal.ts';

export interface Collection {
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
export function collectionSlip({ amount, collector, reference }: Collection): string {
  const cents = fixed(amount, 2).replace('.', '').padStart(11, '0');
  if (cents.length > 11 || !/^\d{4}$/.test(collector) || !/^\d{1,25}$/.test(reference)) throw new RangeError('This has no room on a collection slip.');
  const rest = `${cents}${collector}${reference.padStart(25, '0')}`;
  const bars = `846${moduloTen(`846${rest}`)}${rest}`;
  return (bars.match(/.{11}/g) ?? []).map((part) => `${part}${moduloTen(part)}`).join('');
}

/** Weights 2 and 1 by turns from the right, digits of the products added. */
export function moduloTen(digits: string): string {
  const total = [...digits].reverse().reduce((sum, digit, place) => {
    const product = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return sum + (product > 9 ? product - 9 : product);
  }, 0);
  return String((10 - (total % 10)) % 10);
}
