import { difference, formatDecimal, multiplyToCents, sum } from './decimal.ts';
import type { Item, Levy } from './item.ts';
import type { Receipt } from './receipt.ts';

/** Every total of a receipt, each with two decimals. */
export interface Totals {
  /** Quantity times price, over all items. */
  readonly gross: string;
  readonly discount: string;
  readonly surcharge: string;
  /** The amount to be paid: gross, less discounts, plus surcharges. */
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

/** The totals of a receipt's content. They are always computed from the items, so that they cannot differ from them. */
export function calculateTotals({ items }: Pick<Receipt, 'items'>): Totals {
  const sumItems = (read: (item: Item) => string | undefined) =>
    formatDecimal(sum(items.map((item) => read(item) ?? '0')), 2);
  const [gross, discount, surcharge] = [
    sumItems(calculateGross),
    sumItems((item) => item.discount),
    sumItems((item) => item.surcharge),
  ];
  const [ibsState, ibsCity] = [
    sumItems((item) => item.taxes.ibsCbs?.state.amount),
    sumItems((item) => item.taxes.ibsCbs?.city.amount),
  ];
  return {
    gross,
    discount,
    surcharge,
    net: formatDecimal(difference(sum([gross, surcharge]), discount), 2),
    icmsBase: sumItems((item) => findIcmsLevy(item)?.base),
    icms: sumItems((item) => findIcmsLevy(item)?.amount),
    icmsRelief: sumItems(({ taxes: { icms } }) => ('relief' in icms ? icms.relief?.amount : undefined)),
    povertyFund: sumItems(({ taxes: { icms } }) => ('povertyFund' in icms ? icms.povertyFund?.amount : undefined)),
    pis: sumItems((item) => item.taxes.pis?.amount),
    cofins: sumItems((item) => item.taxes.cofins?.amount),
    fust: sumItems((item) => item.taxes.fust?.amount),
    funttel: sumItems((item) => item.taxes.funttel?.amount),
    ibsCbsBase: sumItems((item) => item.taxes.ibsCbs?.base),
    ibsState,
    ibsCity,
    ibs: formatDecimal(sum([ibsState, ibsCity]), 2),
    cbs: sumItems((item) => item.taxes.ibsCbs?.cbs.amount),
  };
}

/** Whether any item has IBS and CBS: a draft, the Simples Nacional and receipts from before these groups have none. */
export function hasIbsCbs({ items }: Pick<Receipt, 'items'>): boolean {
  return items.some(({ taxes }) => taxes.ibsCbs !== undefined);
}

/** Quantity times unit price, rounded half-even to cents, before discount and surcharge. */
export function calculateGross(item: Item): string {
  return multiplyToCents(item.quantity, item.unitPrice);
}

/** The amount that an item adds to the bill. Throws when its discount exceeds its price. */
export function calculateNet(item: Item): string {
  return formatDecimal(difference(sum([calculateGross(item), item.surcharge ?? '0']), item.discount ?? '0'), 2);
}

/** Base, rate and amount of an item's ICMS, when its situation has them. */
export function findIcmsLevy(item: Item): Levy | undefined {
  const { icms } = item.taxes;
  return 'base' in icms ? icms : undefined;
}
