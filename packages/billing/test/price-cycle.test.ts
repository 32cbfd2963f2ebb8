import { randomUUID } from 'node:crypto';
import { calculatePercentage, divideHalfEven, formatAmount, toCents } from '@linework/billing/money';
import { priceCycle, sumLines } from '@linework/billing/price-cycle';
import type { PricedCharge, PricedDiscount, PricedProduct } from '@linework/billing/priced';
import { prorate } from '@linework/billing/prorate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const anyAmount = fc.bigInt({ min: 0n, max: 99_999_99n }).map(formatAmount);
const anySignedAmount = fc.bigInt({ min: -99_999_99n, max: 99_999_99n }).map(formatAmount);
const anyPercent = fc.integer({ min: 0, max: 1_000_000 }).map((tenThousandths) => (tenThousandths / 10_000).toFixed(4));
const [firstComponent, secondComponent] = [randomUUID(), randomUUID()];

const anyDiscount: fc.Arbitrary<PricedDiscount> = fc
  .record({
    scope: fc.constantFrom('OFFER' as const, 'PRODUCT' as const, 'COMPONENT' as const),
    componentId: fc.constantFrom(firstComponent, secondComponent, randomUUID()),
    value: fc.oneof(
      fc.record({ valueType: fc.constant('AMOUNT' as const), amount: anyAmount }),
      fc.record({ valueType: fc.constant('PERCENTAGE' as const), amount: anyPercent }),
    ),
    fromCycle: fc.integer({ min: 1, max: 6 }),
    durationInCycles: fc.option(fc.integer({ min: 1, max: 6 })),
  })
  .map(({ value, componentId, ...discount }) => {
    return {
      id: randomUUID(),
      discountId: randomUUID(),
      name: 'less',
      ...value,
      ...discount,
      componentId: discount.scope === 'COMPONENT' ? componentId : null,
    };
  });

const anyProduct: fc.Arbitrary<PricedProduct> = fc
  .record({
    price: anyAmount,
    components: fc.tuple(anyAmount, anyAmount),
    recurrence: fc.constantFrom('RECURRING' as const, 'SPOT' as const),
    fromCycle: fc.integer({ min: 1, max: 6 }),
    lasts: fc.option(fc.integer({ min: 0, max: 6 })),
    discounts: fc.array(anyDiscount, { maxLength: 5 }),
  })
  .map(({ price, components: [first, second], recurrence, fromCycle, lasts, discounts }) => ({
    id: randomUUID(),
    productId: randomUUID(),
    content: {
      name: 'plan',
      price,
      recurrence,
      components: [
        { id: firstComponent, price: first },
        { id: secondComponent, price: second },
      ],
    },
    fromCycle,
    untilCycle: lasts === null ? null : fromCycle + lasts,
    discounts,
  }));

const anyCharge: fc.Arbitrary<PricedCharge> = anySignedAmount.map((amount) => aCharge(amount));

function aCharge(amount: string): PricedCharge {
  const of = { subscriptionProductId: randomUUID(), productId: randomUUID() };
  return {
    id: randomUUID(),
    ...of,
    description: 'changed',
    amount,
    periodFrom: '2027-01-10',
    periodUntil: '2027-02-01',
  };
}

const whole = { usedDays: 31, wholeDays: 31 };
const january = { number: 1, from: '2027-01-01', until: '2027-02-01', share: whole };

const aPlan = (
  overrides: Partial<PricedProduct> & { price?: string; recurrence?: 'RECURRING' | 'SPOT' } = {},
): PricedProduct => ({
  id: randomUUID(),
  productId: randomUUID(),
  fromCycle: 1,
  untilCycle: null,
  discounts: [],
  ...overrides,
  content: {
    name: 'plan',
    price: overrides.price ?? '100.00',
    recurrence: overrides.recurrence ?? 'RECURRING',
    components: [{ id: firstComponent, price: '20.00' }],
  },
});

const aDiscount = (overrides: Partial<PricedDiscount> = {}): PricedDiscount => ({
  ...{
    id: randomUUID(),
    discountId: randomUUID(),
    name: 'less',
    scope: 'PRODUCT',
    componentId: null,
    valueType: 'PERCENTAGE',
    amount: '10',
  },
  ...{ fromCycle: 1, durationInCycles: null, ...overrides },
});

const amountsOf = (discounts: PricedDiscount[], share: typeof whole = whole) =>
  priceCycle({ ...january, share, products: [aPlan({ discounts })], charges: [] }).lines.map(({ amount }) => amount);

/** The ways to split a number of days into parts. */
const anyCut = fc
  .integer({ min: 1, max: 366 })
  .chain((wholeDays) =>
    fc
      .uniqueArray(fc.integer({ min: 0, max: wholeDays }), { maxLength: 8 })
      .map((cuts) => ({ wholeDays, cuts: [0, ...cuts.toSorted((a, b) => a - b), wholeDays] })),
  );

const partsOf = ({ wholeDays, cuts }: { wholeDays: number; cuts: number[] }) =>
  cuts.slice(1).map((end, at) => ({ wholeDays, daysBefore: cuts[at] as number, usedDays: end - (cuts[at] as number) }));

describe('the price of a cycle', () => {
  it('is the sum of its lines and never negative', () => {
    fc.assert(
      fc.property(
        fc.array(anyProduct, { maxLength: 4 }),
        fc.array(anyCharge, { maxLength: 4 }),
        fc.integer({ min: 1, max: 12 }),
        anyCut,
        (products, charges, number, cut) => {
          for (const share of partsOf(cut)) {
            const { lines, totalAmount } = priceCycle({ ...january, number, share, products, charges });
            expect(formatAmount(sumLines(lines))).toBe(totalAmount);
            expect(toCents(totalAmount) >= 0n).toBe(true);
          }
        },
      ),
    );
  });

  it('carries over exactly the credit that it cannot deduct', () => {
    fc.assert(
      fc.property(
        fc.array(anyProduct, { maxLength: 3 }),
        fc.array(anyCharge, { minLength: 1, maxLength: 4 }),
        (products, charges) => {
          const { totalAmount, carried } = priceCycle({ ...january, products, charges });
          const owed = sumLines(priceCycle({ ...january, products, charges: [] }).lines) + sumLines(charges);
          expect(toCents(totalAmount) + toCents(carried?.amount ?? '0.00')).toBe(owed);
          expect(carried === undefined || totalAmount === '0.00').toBe(true);
        },
      ),
    );
  });

  it('never becomes negative or higher through discounts', () => {
    fc.assert(
      fc.property(anyProduct, fc.integer({ min: 1, max: 12 }), anyCut, (product, number, cut) => {
        for (const share of partsOf(cut)) {
          const { lines } = priceCycle({ ...january, number, share, products: [product], charges: [] });
          expect(lines.every(({ kind, amount }) => kind !== 'DISCOUNT' || toCents(amount) < 0n)).toBe(true);
          expect(sumLines(lines) >= 0n).toBe(true);
        }
      }),
    );
  });

  it('includes a discount for its duration from its first cycle on', () => {
    fc.assert(
      fc.property(anyDiscount, (discount) => {
        const discountedCycles = Array.from({ length: 20 }, (_, at) => at + 1).filter(
          (number) =>
            priceCycle({ ...january, number, products: [aPlan({ discounts: [discount] })], charges: [] }).consumed
              .length > 0,
        );
        const last = discount.durationInCycles === null ? 20 : discount.fromCycle + discount.durationInCycles - 1;
        expect([discountedCycles[0], discountedCycles.at(-1), discountedCycles.length]).toEqual([
          discount.fromCycle,
          last,
          last - discount.fromCycle + 1,
        ]);
      }),
    );
  });

  it('applies each discount to the amount that the previous ones left', () => {
    expect(amountsOf([aDiscount({ amount: '50' }), aDiscount({ amount: '50' })])).toEqual([
      '120.00',
      '-60.00',
      '-30.00',
    ]);
    expect(amountsOf([aDiscount({ valueType: 'AMOUNT', amount: '100' }), aDiscount({ amount: '50.0000' })])).toEqual([
      '120.00',
      '-100.00',
      '-10.00',
    ]);
  });

  it('applies a discount on a component to its price only', () => {
    const onComponent = aDiscount({ scope: 'COMPONENT', componentId: firstComponent, amount: '50' });
    expect(amountsOf([onComponent, onComponent])).toEqual(['120.00', '-10.00', '-5.00']);
    expect(amountsOf([aDiscount({ scope: 'COMPONENT', componentId: randomUUID(), amount: '100' })])).toEqual([
      '120.00',
    ]);
  });

  it('takes a discount of the offer by amount once, and what one product leaves from the next', () => {
    const ofOffer = aDiscount({ scope: 'OFFER', valueType: 'AMOUNT', amount: '50' });
    const small = { ...aPlan({ price: '10.00' }), discounts: [{ ...ofOffer, id: randomUUID() }] };
    const plan = { ...aPlan(), discounts: [{ ...ofOffer, id: randomUUID() }] };
    const { lines, totalAmount } = priceCycle({ ...january, products: [small, plan, plan], charges: [] });
    expect(lines.map(({ amount }) => amount)).toEqual(['30.00', '-30.00', '120.00', '-20.00', '120.00']);
    expect(totalAmount).toBe('220.00');
    const next = priceCycle({ ...january, number: 2, products: [small, plan], charges: [] });
    expect(next.totalAmount).toBe('100.00');
  });

  it('takes a discount by amount on a product from each of them', () => {
    const onProduct = aDiscount({ valueType: 'AMOUNT', amount: '5.00' });
    const products = [1, 2].map(() => ({ ...aPlan(), discounts: [onProduct] }));
    expect(priceCycle({ ...january, products, charges: [] }).totalAmount).toBe('230.00');
  });

  it('limits a discount to the whole price', () => {
    expect(amountsOf([aDiscount({ valueType: 'AMOUNT', amount: '500' }), aDiscount()])).toEqual(['120.00', '-120.00']);
  });

  it('prorates price and discounts by days', () => {
    expect(amountsOf([aDiscount({ valueType: 'AMOUNT', amount: '31' })], { usedDays: 10, wholeDays: 31 })).toEqual([
      '38.71',
      '-10.00',
    ]);
  });

  it('has no negative discount where rounding would add a cent', () => {
    // The middle third of 0.02 minus 0.01 would be rounded to 0.00 and 0.01.
    const product = { ...aPlan({ price: '0.02' }), discounts: [aDiscount({ valueType: 'AMOUNT', amount: '0.01' })] };
    const share = { usedDays: 1, wholeDays: 3, daysBefore: 1 };
    const { lines } = priceCycle({
      ...january,
      share,
      products: [{ ...product, content: { ...product.content, components: [] } }],
      charges: [],
    });
    expect(lines.map(({ amount }) => amount)).toEqual(['0.00']);
  });

  it('charges a SPOT product once and in full, in its first cycle', () => {
    const products = [aPlan({ recurrence: 'SPOT', fromCycle: 2 })];
    const totals = [1, 2, 3].map(
      (number) =>
        priceCycle({ ...january, number, share: { usedDays: 1, wholeDays: 31 }, products, charges: [] }).totalAmount,
    );
    expect(totals).toEqual(['0.00', '120.00', '0.00']);
  });

  it('excludes a product from its `untilCycle` on', () => {
    const totals = [1, 2, 3, 4].map(
      (number) =>
        priceCycle({ ...january, number, products: [aPlan({ fromCycle: 2, untilCycle: 4 })], charges: [] }).totalAmount,
    );
    expect(totals).toEqual(['0.00', '120.00', '120.00', '0.00']);
  });
});

describe('a share of an amount', () => {
  it('adds up with the other shares to the whole, for any split of the days', () => {
    fc.assert(
      fc.property(anySignedAmount, anyCut, (amount, cut) => {
        const parts = partsOf(cut).map((share) => toCents(prorate(amount, share)));
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(toCents(amount));
      }),
    );
  });

  it('adds up to the discounted price of the product over all parts', () => {
    fc.assert(
      fc.property(anyProduct, anyCut, (product, cut) => {
        fc.pre(product.content.recurrence === 'RECURRING');
        const of = { ...january, number: product.fromCycle, products: [product], charges: [] };
        const parts = partsOf(cut).map((share) => sumLines(priceCycle({ ...of, share }).lines));
        // If rounding would make a discount add a cent to a middle part, that part keeps the cent.
        const [sum, all] = [parts.reduce((total, part) => total + part, 0n), sumLines(priceCycle(of).lines)];
        expect(cut.cuts.length <= 3 ? sum : all).toBe(all);
        expect(sum <= all).toBe(true);
      }),
    );
  });

  it('is rounded half-even to cents', () => {
    expect([prorate('0.01', { usedDays: 1, wholeDays: 2 }), prorate('0.03', { usedDays: 1, wholeDays: 2 })]).toEqual([
      '0.00',
      '0.02',
    ]);
    expect([1n, 3n, 5n, -1n, -3n].map((value) => divideHalfEven(value, 2n))).toEqual([0n, 2n, 2n, 0n, -2n]);
    expect([calculatePercentage(5n, '10'), calculatePercentage(15n, '10'), calculatePercentage(4990n, '12.5')]).toEqual(
      [0n, 2n, 624n],
    );
  });

  it('is for the first days by default', () => {
    expect(prorate('31.00', { usedDays: 10, wholeDays: 31 })).toBe('10.00');
  });
});
