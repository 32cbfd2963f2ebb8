import { calculateNet, findIcmsLevy } from '../model/calculate-totals.ts';
import { difference, formatDecimal, percentToCents, sum } from '../model/decimal.ts';
import type { IbsCbsRates } from '../model/find-tax-rates.ts';
import type { IbsCbs, Item, Share } from '../model/item.ts';

/** A situation (CST) and a classification (cClassTrib) of the authority's table. */
export type IbsCbsClass = Pick<IbsCbs, 'situation' | 'classification'>;

/**
 * IBS and CBS of a fully taxed item. The base is the price of the item without ICMS, the fund against poverty (which is
 * ICMS), PIS and COFINS: until 2032 these are not in the base (complementary law 214/2025, article 12, paragraph 2, V),
 * and unconditional discounts never are (III). The law does not name FUST and FUNTTEL, so they stay in it. Each amount
 * is rounded half-even to cents, like every tax here; the authority allows a difference of a cent.
 */
export function calculateIbsCbs(item: Item, { situation, classification }: IbsCbsClass, rates: IbsCbsRates): IbsCbs {
  const base = calculateBase(item);
  const share = (rate: string): Share => ({ rate, amount: percentToCents(base, rate) });
  return { situation, classification, base, state: share(rates.state), city: share(rates.city), cbs: share(rates.cbs) };
}

function calculateBase(item: Item): string {
  const { icms, pis, cofins } = item.taxes;
  const povertyFund = 'povertyFund' in icms ? icms.povertyFund?.amount : undefined;
  const others = [findIcmsLevy(item)?.amount, povertyFund, pis?.amount, cofins?.amount].map((amount) => amount ?? '0');
  return formatDecimal(difference(calculateNet(item), sum(others)), 2);
}

/** The sum of state and municipality. */
export function calculateIbsAmount({ state, city }: Pick<IbsCbs, 'state' | 'city'>): string {
  return formatDecimal(sum([state.amount, city.amount]), 2);
}
