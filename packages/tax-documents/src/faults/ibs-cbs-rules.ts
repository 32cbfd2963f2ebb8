import { percentInCents } from '../decimal.ts';
import type { IbsCbsRates, RatesFound } from '../ibs-cbs/rates.ts';
import type { IbsCbs, Item, Share } from '../item.ts';
import { isAmount } from './item-rules.ts';
import type { Fault, Rule } from './rule.ts';

const place = 'taxes.ibsCbs';
const isHere = 'must be there: from 2026 on a receipt has the groups of IBS and CBS';
const isAbsent = 'must be absent: what is issued that year by a company of that regime has no IBS and CBS';

/**
 * What an item has to have of IBS and CBS under the rates of its issue. The groups are optional in the schemas; that they are there, and have the
 * rates of the year, is a rule of our own, so that the authority does not have to refuse.
 */
export function ibsCbsRules(found: RatesFound): readonly Rule<Item>[] {
  if (found === 'UNKNOWN') return [];
  if (found === 'NONE') return [[place, ({ taxes }) => taxes.ibsCbs === undefined, isAbsent]];
  return [
    [place, ({ taxes }) => taxes.ibsCbs !== undefined, isHere],
    [`${place}.situation`, ifTaxed(isSituation), 'must have 3 digits'],
    [`${place}.classification`, ifTaxed(isClassification), 'must have 6 digits and begin with those of the situation'],
    [`${place}.base`, ifTaxed(({ base }) => isAmount(base)), 'must be in cents'],
    ...shares.map((share): Rule<Item> => [`${place}.${share}`, ifTaxed((taxes) => isShareOf(taxes, share, found)), "must be the base at the year's rate"]),
  ];
}

/** Where the rates of a year are not known, in one sentence; otherwise nothing. */
export function unknownRates(found: RatesFound): readonly Fault[] {
  return found === 'UNKNOWN' ? [{ path: 'issue.at', message: 'must be in a year whose rates of IBS and CBS are known' }] : [];
}

const shares = ['state', 'city', 'cbs'] as const;

const ifTaxed =
  (holds: (taxes: IbsCbs) => boolean) =>
  ({ taxes: { ibsCbs } }: Item) =>
    ibsCbs === undefined || holds(ibsCbs);

const isSituation = ({ situation }: IbsCbs) => /^\d{3}$/.test(situation);

const isClassification = ({ situation, classification }: IbsCbs) => /^\d{6}$/.test(classification) && classification.startsWith(situation);

/** Holds where the base is no amount: another rule says that. */
function isShareOf(taxes: IbsCbs, which: (typeof shares)[number], rates: IbsCbsRates): boolean {
  const { rate, amount }: Share = taxes[which];
  return rate === rates[which] && (!isAmount(taxes.base) || amount === percentInCents(taxes.base, rate));
}
