import type { Billing, Issue } from '../model/receipt.ts';
import { toLatinText } from '../model/to-latin-text.ts';
import { isDay, matchesIfPresent, type Rule } from './rule.ts';

export const issueRules: readonly Rule<Issue>[] = [
  ['series', ({ series }) => isWholeNumberBetween(series, 0, 999), 'must be 0 to 999'],
  ['number', ({ number }) => isWholeNumberBetween(number, 1, 999_999_999), 'must be 1 to 999999999'],
  ['at', ({ at }) => at.getUTCFullYear() >= 2006 && at.getUTCFullYear() < 2100, 'must be a time of this century'],
  ['code', ({ code }) => /^\d{7}$/.test(code), 'must have 7 digits'],
  ['cityCode', ({ cityCode }) => /^\d{7}$/.test(cityCode), 'must have 7 digits'],
  [
    'consultUrl',
    ({ consultUrl }) => /^https?:\/\/[!"$-;=@-~]{3,800}$/.test(consultUrl),
    'must be a web address without a query',
  ],
  [
    'program',
    ({ program }) => program.length <= 20 && program !== '' && toLatinText(program) === program,
    'must have 1 to 20 characters',
  ],
];

export const billingRules: readonly Rule<Billing>[] = [
  ['month', ({ month }) => /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(month), 'must be a month, YYYY-MM'],
  ['dueOn', ({ dueOn }) => isDay(dueOn), 'must be a day'],
  [
    'usedFrom',
    ({ usedFrom, usedUntil }) => (usedFrom === undefined) === (usedUntil === undefined),
    'must be present with usedUntil, and only with it',
  ],
  ['usedFrom', ({ usedFrom }) => usedFrom === undefined || isDay(usedFrom), 'must be a day'],
  ['usedUntil', ({ usedUntil }) => usedUntil === undefined || isDay(usedUntil), 'must be a day'],
  ['paidOn', ({ paidOn }) => paidOn === undefined || isDay(paidOn), 'must be a day'],
  ['slip', ({ slip }) => /^(?:\d{44}|\d{47,48})$/.test(slip), 'must have 44, 47 or 48 digits'],
  ['pix', ({ pix }) => pix === undefined || toLatinText(pix).length >= 2, 'must have at least 2 characters'],
  [
    'directDebitCode',
    ({ directDebitCode }) => matchesIfPresent(directDebitCode, /^\d{1,20}$/),
    'must have 1 to 20 digits',
  ],
];

function isWholeNumberBetween(number: number, min: number, max: number): boolean {
  return Number.isInteger(number) && number >= min && number <= max;
}
