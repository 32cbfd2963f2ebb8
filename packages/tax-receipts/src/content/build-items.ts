import { formatAmount } from '@linework/billing/money';
import type { Item } from '@linework/tax-documents/model/item';
import type { ReceiptRates, TaxRegime } from '@linework/tax-documents/model/receipt';
import type { State } from '@linework/tax-documents/model/states';
import { calculateItemTaxes } from './calculate-item-taxes.ts';
import type { Classification } from './classification.ts';

/** A line of an invoice; negative for a credit. */
export interface InvoiceLine {
  readonly description: string;
  readonly subscriptionProductId: string;
  /** The identifier of the product. */
  readonly code: string;
  readonly classification: Classification;
  readonly cents: bigint;
}

export interface TaxContext {
  readonly regime: TaxRegime;
  readonly supplierState: State;
  /** The state in which the service is provided. */
  readonly serviceState: State;
  /** Of the day on which it is drafted; its issue takes those of its own day. */
  readonly rates: ReceiptRates['rates'];
}

/**
 * The items of a receipt: one for each charge. Credits become discounts, first on the same product and then on any
 * other, so that the items total the invoice.
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
    if (remaining > 0n) throw new RangeError('The credits of an invoice exceed its charges.');
  }
  return costs.map((line, index) => buildItem(line, discounts[index] ?? 0n, context));
}

const minOf = (one: bigint, other: bigint) => (one < other ? one : other);

/** CFOP 5307 and 6307: communication for customers that do not pay ICMS, within the state and outside it. */
function buildItem(
  { description, code, classification, cents }: InvoiceLine,
  discount: bigint,
  context: TaxContext,
): Item {
  const { regime, supplierState: state, serviceState, rates } = context;
  const { isCommunication } = classification;
  return {
    code,
    description,
    classification: classification.code,
    ...(isCommunication && { cfop: state === serviceState ? '5307' : '6307' }),
    unit: 'UNIT',
    quantity: '1',
    unitPrice: formatAmount(cents),
    ...(discount > 0n && { discount: formatAmount(discount) }),
    taxes: calculateItemTaxes({ regime, isCommunication, net: formatAmount(cents - discount), rates }),
  };
}
