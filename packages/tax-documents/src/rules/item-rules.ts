import { calculateGross } from '../model/calculate-totals.ts';
import { isDecimal, isGreater, sum } from '../model/decimal.ts';
import type { Icms, Item, ItemTaxes, Levy, Relief, Share } from '../model/item.ts';
import { toLatinText } from '../model/to-latin-text.ts';
import { isDay, matchesIfPresent, type Rule } from './rule.ts';

export const itemRules: readonly Rule<Item>[] = [
  ['code', ({ code }) => toLatinText(code) !== '', 'must not be blank'],
  ['description', ({ description }) => toLatinText(description) !== '', 'must not be blank'],
  ['classification', ({ classification }) => /^\d{7}$/.test(classification), 'must have 7 digits'],
  ['cfop', ({ cfop }) => matchesIfPresent(cfop, /^[123567]\d(?:\d[1-9]|[1-9]\d)$/), 'must be a CFOP of 4 digits'],
  [
    'cfop',
    ({ cfop, taxes }) => (cfop === undefined) === (taxes.icms.kind === 'OUTSIDE'),
    'must be absent where ICMS is OUTSIDE, and only there',
  ],
  ['quantity', ({ quantity }) => isAmount(quantity, 4, 11), 'must be a decimal with at most 4 places'],
  ['unitPrice', ({ unitPrice }) => isAmount(unitPrice, 8), 'must be a decimal with at most 8 places'],
  ['discount', ({ discount }) => discount === undefined || isAmount(discount), 'must be in cents'],
  ['surcharge', ({ surcharge }) => surcharge === undefined || isAmount(surcharge), 'must be in cents'],
  ['discount', isNetNotNegative, 'must not be more than the item costs'],
  ['creditUntil', ({ creditUntil }) => creditUntil === undefined || isDay(creditUntil), 'must be a day'],
  ['note', ({ note }) => note === undefined || toLatinText(note) !== '', 'must not be blank'],
  [
    'taxes',
    ({ taxes }) => taxes.icms.kind !== 'REDUCED' || isRate(taxes.icms.reduction, 2),
    'must have a reduction in percent with at most 2 places',
  ],
  [
    'taxes',
    ({ taxes }) => listLevies(taxes).every((each) => isAmount(each.base) && isAmount(each.amount)),
    'must have bases and amounts in cents',
  ],
  [
    'taxes',
    ({ taxes }) => listLevies(taxes).every(({ rate }) => isRate(rate, 4)),
    'must have rates in percent with at most 4 places',
  ],
  [
    'taxes.icms.rate',
    ({ taxes: { icms } }) => !('rate' in icms) || isRate(icms.rate, 2),
    'must be in percent with at most 2 places',
  ],
  [
    'taxes.icms.povertyFund',
    ({ taxes: { icms } }) => isShare(icms),
    'must have a rate with at most 4 places and an amount in cents',
  ],
  [
    'taxes.icms.relief',
    ({ taxes: { icms } }) => isRelief(icms),
    "must have an amount in cents and a benefit's code of at most 10 characters",
  ],
];

/** Whether a text has at most this many places, and digits before the point. */
export function isAmount(text: string, places = 2, digits = 13): boolean {
  return isDecimal(text, places) && wholeDigits(text) <= digits;
}

function wholeDigits(text: string): number {
  return text.replace(/\..*$/, '').replace(/^0+(?=\d)/, '').length;
}

function isRate(text: string, places: number): boolean {
  return isAmount(text, places, 3);
}

/** True for a text that is not a decimal: other rules report that. */
function isNetNotNegative(item: Item): boolean {
  const amounts = [item.quantity, item.unitPrice, item.discount ?? '0', item.surcharge ?? '0'];
  return (
    !amounts.every((amount) => isAmount(amount, 8)) ||
    !isGreater(item.discount ?? '0', sum([calculateGross(item), item.surcharge ?? '0']))
  );
}

function listLevies({ icms, pis, cofins, fust, funttel }: ItemTaxes): readonly Levy[] {
  return [pis, cofins, fust, funttel, 'base' in icms ? icms : undefined].filter((each) => each !== undefined);
}

function isShare(icms: Icms): boolean {
  const share: Share | undefined = 'povertyFund' in icms ? icms.povertyFund : undefined;
  return share === undefined || (isRate(share.rate, 4) && isAmount(share.amount));
}

function isRelief(icms: Icms): boolean {
  const relief: Relief | undefined = 'relief' in icms ? icms.relief : undefined;
  return relief === undefined || (isAmount(relief.amount) && /^[!-~]{0,10}$/.test(relief.benefit));
}
