import { percentToCents } from '../model/decimal.ts';
import type { IbsCbsRates } from '../model/find-tax-rates.ts';
import type { IbsCbs, Item, Share } from '../model/item.ts';
import { isAmount } from './item-rules.ts';
import type { Rule } from './rule.ts';

const groupPath = 'taxes.ibsCbs';
const requiredMessage = 'must be present: receipts of that day and regime have the groups of IBS and CBS';
const absentMessage = 'must be absent: receipts of that day and regime have no IBS and CBS';

/**
 * The rules for IBS and CBS of an item under the rates of its issue. The groups are optional in the schemas. That they
 * are present, with the rates of the day, is a rule of our own, so that the authority does not have to reject the
 * receipt.
 */
export function buildIbsCbsRules(rates: IbsCbsRates | undefined): readonly Rule<Item>[] {
  if (rates === undefined) return [[groupPath, ({ taxes }) => taxes.ibsCbs === undefined, absentMessage]];
  return [
    [groupPath, ({ taxes }) => taxes.ibsCbs !== undefined, requiredMessage],
    [`${groupPath}.situation`, whenTaxed(isSituation), 'must have 3 digits'],
    [
      `${groupPath}.classification`,
      whenTaxed(isClassification),
      'must have 6 digits and begin with those of the situation',
    ],
    [`${groupPath}.base`, whenTaxed(({ base }) => isAmount(base)), 'must be in cents'],
    ...shares.map(
      (share): Rule<Item> => [
        `${groupPath}.${share}`,
        whenTaxed((taxes) => isCorrectShare(taxes, share, rates)),
        "must be the base at the day's rate",
      ],
    ),
  ];
}

const shares = ['state', 'city', 'cbs'] as const;

const whenTaxed =
  (holds: (taxes: IbsCbs) => boolean) =>
  ({ taxes: { ibsCbs } }: Item) =>
    ibsCbs === undefined || holds(ibsCbs);

const isSituation = ({ situation }: IbsCbs) => /^\d{3}$/.test(situation);

const isClassification = ({ situation, classification }: IbsCbs) =>
  /^\d{6}$/.test(classification) && classification.startsWith(situation);

/** True when the base is not an amount: another rule reports that. */
function isCorrectShare(taxes: IbsCbs, shareName: (typeof shares)[number], rates: IbsCbsRates): boolean {
  const { rate, amount }: Share = taxes[shareName];
  return rate === rates[shareName] && (!isAmount(taxes.base) || amount === percentToCents(taxes.base, rate));
}
