import type { Item } from '@linework/tax-documents/item';
import type { TaxRegime } from '@linework/tax-documents/receipt';
import type { State } from '@linework/tax-documents/states';
import { formatAmount } from '../billing/money.ts';
import { calculateItemTaxes } from './calculate-item-taxes.ts';
import type { Classification } from './classification.ts';

/** A line of an invoice; below zero where it takes something off. */
export interface InvoiceLine {
  readonly description: string;
  readonly subscriptionProductId: string;
  /** By what the product is known. */
  readonly code: string;
  readonly classification: Classification;
  readonly cents: bigint;
}

export interface TaxContext {
  readonly regime: TaxRegime;
  readonly supplierState: State;
  readonly customerState: State;
}

/**
 * The items of a receipt: a line each, and what lines take off as discounts on them, first on the same product and then on whatever there is, so
 * that the items come to what the invoice comes to.
 */
export function buildItems(lines: readonly InvoiceLine[], context: TaxContext): readonly Item[] {
  const costs = lines.filter(({ cents }) => cents >= 0n);
  const discounts = costs.map(() => 0n);
  for (const { cents, subscriptionProductId } of lines.filter((line) => line.cents < 0n)) {
    let remaining = -cents;
    for (const sameProduct of [true, false]) {
      for (const [index, cost] of costs.entries()) {
        if (sameProduct && cost.subscriptionProductId !== subscriptionProductId) continue;
        const discounted = minOf(remaining, cost.cents - (discounts[index] ?? 0n));
        discounts[index] = (discounts[index] ?? 0n) + discounted;
        remaining -= discounted;
      }
    }
    if (remaining > 0n) throw new RangeError('An invoice takes more off than it costs.');
  }
  return costs.map((line, index) => buildItem(line, discounts[index] ?? 0n, context));
}

const minOf = (one: bigint, other: bigint) => (one < other ? one : other);

/** CFOP 5307 and 6307: communication for who pays no ICMS, within the state and beyond it. */
function buildItem({ description, code, classification, cents }: InvoiceLine, discount: bigint, context: TaxContext): Item {
  const { regime, supplierState: state, customerState } = context;
  const { isCommunication } = classification;
  return {
    code,
    description,
    classification: classification.code,
    ...(isCommunication && { cfop: state === customerState ? '5307' : '6307' }),
    unit: 'UNIT',
    quantity: '1',
    unitPrice: formatAmount(cents),
    ...(discount > 0n && { discount: formatAmount(discount) }),
    taxes: calculateItemTaxes({ regime, state, isCommunication, net: formatAmount(cents - discount) }),
  };
}
