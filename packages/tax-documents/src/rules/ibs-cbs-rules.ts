import { percentToCents } from '../decimal.ts';
import type { IbsCbsRates, RatesResult } from '../ibs-cbs/find-ibs-cbs-rates.ts';
import type { IbsCbs, Item, Share } from '../item.ts';
import { isAmount } from './item-rules.ts';
import type { Rule, RuleViolation } from './rule.ts';

const groupPath = 'taxes.ibsCbs';
const requiredMessage = 'must be present: from 2026 on a receipt has the groups of IBS and CBS';
const absentMessage = 'must be absent: receipts of that year and regime have no IBS and CBS';

/**
 * The rules for IBS and CBS of an item under the rates of its issue. The groups are optional in the schemas. That they are present, with the rates of
 * the year, is a rule of our own, so that the authority does not have to reject the receipt.
 */
export function buildIbsCbsRules(rates: RatesResult): readonly Rule<Item>[] {
  if (rates === 'UNKNOWN') return [];
  if (rates === 'NONE') return [[groupPath, ({ taxes }) => taxes.ibsCbs === undefined, absentMessage]];
  return [
    [groupPath, ({ taxes }) => taxes.ibsCbs !== undefined, requiredMessage],
    [`${groupPath}.situation`, whenTaxed(isSituation), 'must have 3 digits'],
    [`${groupPath}.classification`, whenTaxed(isClassification), 'must have 6 digits and begin with those of the situation'],
    [`${groupPath}.base`, whenTaxed(({ base }) => isAmount(base)), 'must be in cents'],
    ...shares.map(
      (share): Rule<Item> => [`${groupPath}.${share}`, whenTaxed((taxes) => isCorrectShare(taxes, share, rates)), "must be the base at the year's rate"],
    ),
  ];
}

/** A violation in one sentence when the rates of a year are unknown; otherwise nothing. */
export function findUnknownRatesViolations(rates: RatesResult): readonly RuleViolation[] {
  return rates === 'UNKNOWN' ? [{ path: 'issue.at', message: 'must be in a year whose rates of IBS and CBS are known' }] : [];
}

const shares = ['state', 'city', 'cbs'] as const;

const whenTaxed =
  (holds: (taxes: IbsCbs) => boolean) =>
  ({ taxes: { ibsCbs } }: Item) =>
    ibsCbs === undefined || holds(ibsCbs);

const isSituation = ({ situation }: IbsCbs) => /^\d{3}$/.test(situation);

const isClassification = ({ situation, classification }: IbsCbs) => /^\d{6}$/.test(classification) && classification.startsWith(situation);

/** True when the base is not an amount: another rule reports that. */
function isCorrectShare(taxes: IbsCbs, shareName: (typeof shares)[number], rates: IbsCbsRates): boolean {
  const { rate, amount }: Share = taxes[shareName];
  return rate === rates[shareName] && (!isAmount(taxes.base) || amount === percentToCents(taxes.base, rate));
}
