import { formatAmount, sumCents } from '@linework/billing/money';
import { calculateTotals } from '@linework/tax-documents/model/calculate-totals';
import type { TaxRegime } from '@linework/tax-documents/model/receipt';
import { buildItems, type InvoiceLine } from '@linework/tax-receipts/content/build-items';
import { aReceipt } from '@linework/testing/documents/a-receipt';
import { ratesAt } from '@linework/testing/documents/tax-rates';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const telephony = { code: '0100101', isCommunication: true };
const line = (cents: bigint, subscriptionProductId = 'a'): InvoiceLine => ({
  description: 'Plano',
  subscriptionProductId,
  code: 'P',
  classification: telephony,
  cents,
});
const november = new Date('2026-11-23T12:00:00Z');
const ratesOf = (regime: TaxRegime) => ratesAt(november, { ...aReceipt().issuer, regime }).rates;
const inSaoPaulo = { regime: 'NORMAL', supplierState: 'SP', serviceState: 'SP', rates: ratesOf('NORMAL') } as const;

describe('the items of an invoice', () => {
  it('total the same as the invoice, whatever its credits', () => {
    const cents = fc.bigInt({ min: 0n, max: 1_000_000n });
    const products = fc.constantFrom('a', 'b', 'c');
    const costs = fc.array(fc.record({ cents, product: products }), { minLength: 1, maxLength: 8 });
    const parts = fc.array(fc.record({ permille: fc.bigInt({ min: 0n, max: 1000n }), product: products }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        costs,
        parts,
        fc.constantFrom('SIMPLE' as const, 'SIMPLE_EXCEEDED' as const, 'NORMAL' as const),
        (wanted, reductions, regime) => {
          let left = sumCents(wanted.map((each) => each.cents));
          const off = reductions.map(({ permille, product }) => {
            const amount = (left * permille) / 1000n;
            left -= amount;
            return line(-amount, product);
          });
          const items = buildItems([...wanted.map((each) => line(each.cents, each.product)), ...off], {
            ...inSaoPaulo,
            regime,
            rates: ratesOf(regime),
          });
          expect(calculateTotals({ items }).net).toBe(formatAmount(left));
        },
      ),
    );
  });

  it('have discounts on their own product, as long as there is something left of it', () => {
    const items = buildItems([line(5000n), line(1000n, 'b'), line(-1500n, 'b')], inSaoPaulo);
    expect(items.map(({ unitPrice, discount }) => [unitPrice, discount])).toEqual([
      ['50.00', '5.00'],
      ['10.00', '10.00'],
    ]);
  });

  it('are taxed by the regime and the state of the supplier', () => {
    const [normal] = buildItems([line(10_000n)], inSaoPaulo);
    expect(normal).toMatchObject({
      cfop: '5307',
      taxes: {
        icms: { kind: 'TAXED', base: '100.00', rate: '18', amount: '18.00' },
        // On the amount without ICMS.
        pis: { situation: '01', base: '82.00', amount: '0.53' },
        cofins: { base: '82.00', amount: '2.46' },
        // On the amount without the three taxes above: 79.01.
        fust: { base: '79.01', amount: '0.79' },
        funttel: { amount: '0.40' },
      },
    });
    const [simple] = buildItems([line(10_000n)], {
      ...inSaoPaulo,
      regime: 'SIMPLE',
      serviceState: 'RJ',
      rates: ratesOf('SIMPLE'),
    });
    expect(simple).toMatchObject({ cfop: '6307', taxes: { icms: { kind: 'SIMPLE' } } });
    expect(Object.keys(simple?.taxes ?? {})).toEqual(['icms']);
    const [service] = buildItems(
      [{ ...line(10_000n), classification: { code: '1101101', isCommunication: false } }],
      inSaoPaulo,
    );
    expect(service).not.toHaveProperty('cfop');
    expect(service?.taxes).toMatchObject({ icms: { kind: 'OUTSIDE' }, pis: { amount: '0.65' } });
    expect(service?.taxes.fust).toBeUndefined();
  });
});
