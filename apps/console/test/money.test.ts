import type { Invoice } from '@linework/sdk';
import { describe, expect, it } from 'vitest';
import { compareInvoices, daysText } from '../src/invoices/explain-invoice.ts';
import { type Content, compareVersions } from '../src/offers/compare-versions.ts';

const line = (description: string, amount: string, more: Partial<Invoice['lines'][number]> = {}) => ({
  kind: 'PRODUCT' as const,
  description,
  subscriptionProductId: 's',
  productId: description,
  amount,
  periodFrom: '2026-10-01',
  periodUntil: '2026-10-31',
  ...more,
});

const invoice = (cycle: number, lines: readonly ReturnType<typeof line>[]): Invoice =>
  ({
    cycle,
    lines,
    totalAmount: lines.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2),
    periodFrom: '2026-10-01',
    periodUntil: '2026-10-31',
  }) as unknown as Invoice;

describe('why an invoice is its amount', () => {
  it('says what is new, what is no longer there, and what changed, by the cent', () => {
    const before = invoice(2, [line('Plan', '49.90'), line('Welcome', '-4.99', { kind: 'DISCOUNT' })]);
    const now = invoice(3, [line('Plan', '54.90'), line('Pack', '14.90')]);
    expect(compareInvoices(now, before)).toBe(
      'R$24.89 more than in cycle 2: Plan changed (+R$5.00), Welcome no longer (+R$4.99), Pack new (+R$14.90).',
    );
    expect(compareInvoices(before, now)).toBe(
      'R$24.89 less than in cycle 3: Plan changed (−R$5.00), Pack no longer (−R$14.90), Welcome new (−R$4.99).',
    );
  });

  it('says that nothing differs, and that only the lines do', () => {
    const one = invoice(1, [line('Plan', '10.00')]);
    expect(compareInvoices(invoice(2, [line('Plan', '10.00')]), one)).toBe('The same as in cycle 1.');
    expect(compareInvoices(invoice(2, [line('Other', '10.00')]), one)).toMatch(/^The same sum as in cycle 1: /);
  });

  it('says for which days of the cycle a line is', () => {
    const [whole, part] = [line('Plan', '1.00'), line('Plan', '1.00', { periodFrom: '2026-10-20' })];
    expect(daysText(whole, invoice(1, [whole]))).toBe('all 31 days');
    expect(daysText(part, invoice(1, [part]))).toBe('12 of 31 days, from 20 Oct 2026');
  });
});

describe('two versions of an offer', () => {
  const product = { id: 'p', name: 'Plan', billingType: 'PREPAID', recurrence: 'RECURRING', price: '49.90' } as const;
  const data = { id: 'c', name: '20 GB', type: 'DATA', unlimited: false, amount: 20e9, price: '0.00' } as const;
  const content = (price: string, components: readonly object[]): Content =>
    ({
      products: [{ ...product, price, allowsOverage: false, features: [], components }],
      discounts: [],
      onLastLineEnded: 'cancel',
    }) as unknown as Content;

  it('differ in their price and their data, and in nothing else', () => {
    const rows = compareVersions(
      content('49.90', [data]),
      content('54.90', [{ ...data, name: '25 GB', amount: 25e9 }]),
    );
    expect(rows.map(({ name, left, right, isDifferent }) => [name, left, right, isDifferent])).toEqual([
      ['Plan', 'R$49.90 a cycle, prepaid', 'R$54.90 a cycle, prepaid', true],
      ['20 GB → 25 GB', '20\u00a0GB', '25\u00a0GB', true],
      ['After the last line', 'the subscription is cancelled', 'the subscription is cancelled', false],
    ]);
  });

  it('show what only one of them has', () => {
    const [with_, without] = [content('49.90', [data]), content('49.90', [])];
    expect(compareVersions(with_, without)[1]).toMatchObject({
      left: '20\u00a0GB',
      right: undefined,
      isDifferent: true,
    });
    expect(compareVersions(without, with_)[1]).toMatchObject({ left: undefined, isDifferent: true });
  });
});
