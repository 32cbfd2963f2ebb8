import { difference, fixed, productInCents, sum } from './decimal.ts';
import type { Item, Levy } from './item.ts';
import type { Receipt } from './receipt.ts';

/** Every total of a receipt, each with two decimals. */
export interface Totals {
  /** Quantity times price, over all items. */
  readonly gross: string;
  readonly discount: string;
  readonly surcharge: string;
  /** What is to be paid: gross, less discounts, plus surcharges. */
  readonly net: string;
  readonly icmsBase: string;
  readonly icms: string;
  readonly icmsRelief: string;
  readonly povertyFund: string;
  readonly pis: string;
  readonly cofins: string;
  readonly fust: string;
  readonly funttel: string;
  readonly ibsCbsBase: string;
  readonly ibsState: string;
  readonly ibsCity: string;
  readonly ibs: string;
  readonly cbs: string;
}

/** The totals of what is on a receipt; they are never told apart from it, so that they cannot differ from its items. */
export function totalsOf({ items }: Pick<Receipt, 'items'>): Totals {
  const over = (read: (item: Item) => string | undefined) => fixed(sum(items.map((item) => read(item) ?? '0')), 2);
  const [gross, discount, surcharge] = [over(grossOf), over((item) => item.discount), over((item) => item.surcharge)];
  const [ibsState, ibsCity] = [over((item) => item.taxes.ibsCbs?.state.amount), over((item) => item.taxes.ibsCbs?.city.amount)];
  return {
    gross,
    discount,
    surcharge,
    net: fixed(difference(sum([gross, surcharge]), discount), 2),
    icmsBase: over((item) => icmsOf(item)?.base),
    icms: over((item) => icmsOf(item)?.amount),
    icmsRelief: over(({ taxes: { icms } }) => ('relief' in icms ? icms.relief?.amount : undefined)),
    povertyFund: over(({ taxes: { icms } }) => ('povertyFund' in icms ? icms.povertyFund?.amount : undefined)),
    pis: over((item) => item.taxes.pis?.amount),
    cofins: over((item) => item.taxes.cofins?.amount),
    fust: over((item) => item.taxes.fust?.amount),
    funttel: over((item) => item.taxes.funttel?.amount),
    ibsCbsBase: over((item) => item.taxes.ibsCbs?.base),
    ibsState,
    ibsCity,
    ibs: fixed(sum([ibsState, ibsCity]), 2),
    cbs: over((item) => item.taxes.ibsCbs?.cbs.amount),
  };
}

/** Whether any item is taxed with IBS and CBS: a draft, the Simples Nacional and what was issued before the groups came have none. */
export function hasIbsCbs({ items }: Pick<Receipt, 'items'>): boolean {
  return items.some(({ taxes }) => taxes.ibsCbs !== undefined);
}

/** Quantity times unit price, rounded half-even to cents, before discount and surcharge. */
export function grossOf(item: Item): string {
  return productInCents(item.quantity, item.unitPrice);
}

/** What an item adds to the bill. Throws where its discount is more than it costs. */
export function netOf(item: Item): string {
  return fixed(difference(sum([grossOf(item), item.surcharge ?? '0']), item.discount ?? '0'), 2);
}

/** Base, rate and amount of an item's ICMS, where its situation has them. */
export function icmsOf(item: Item): Levy | undefined {
  const { icms } = item.taxes;
  return 'base' in icms ? icms : undefined;
}
