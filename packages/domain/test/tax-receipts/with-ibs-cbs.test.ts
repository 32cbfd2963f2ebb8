import type { ReceiptContent } from '@linework/domain/tax-receipts/receipt-content';
import { withIbsCbs } from '@linework/domain/tax-receipts/with-ibs-cbs';
import type { Problem } from '@linework/problem-details/problem';
import type { DocumentModel, TaxRegime } from '@linework/tax-documents/receipt';
import { anItem, aReceipt, withoutIbsCbs } from '@linework/testing/a-receipt';
import { describe, expect, it } from 'vitest';
import { itemsOfInvoice } from '../../src/tax-receipts/items-of-invoice.ts';

const november = new Date('2026-11-23T12:00:00Z');
/** Ten minutes past midnight of the new year in São Paulo. */
const newYear = new Date('2027-01-01T03:10:00Z');

function aContent(changes: Partial<ReceiptContent> = {}, regime: TaxRegime = 'NORMAL'): ReceiptContent {
  const { issue: _, authorisation: __, cancellation: ___, ...content } = aReceipt();
  return { ...content, issuer: { ...content.issuer, regime }, items: content.items.map(withoutIbsCbs), ...changes };
}

const groupsOf = ({ items }: ReceiptContent) => items.map(({ taxes }) => taxes.ibsCbs);

function problemOf(work: () => unknown): Problem {
  try {
    work();
  } catch (error) {
    return error as Problem;
  }
  throw new Error('nothing was refused');
}

const place = { regime: 'NORMAL', supplierState: 'SP', customerState: 'SP' } as const;
const telephony = { code: '0100101', isCommunication: true };
const lineOf = (cents: bigint) => ({ description: 'Plano', subscriptionProductId: 'a', code: 'P', classification: telephony, cents });
const itemsOf = (...cents: bigint[]) => itemsOfInvoice(cents.map(lineOf), place);

describe('a receipt that is issued', () => {
  it('in 2026 has IBS of the state and CBS on each item, on what is left without ICMS, PIS and COFINS', () => {
    const [item] = groupsOf(withIbsCbs(aContent({ items: itemsOf(10_000n) }), november));
    expect(item).toEqual({
      situation: '000',
      classification: '000001',
      // 100.00 less ICMS 18.00, PIS 0.53 and COFINS 2.46.
      base: '79.01',
      state: { rate: '0.1', amount: '0.08' },
      city: { rate: '0', amount: '0.00' },
      cbs: { rate: '0.9', amount: '0.71' },
    });
  });

  it('is taxed on what is left of an item without its discount, and with nothing where nothing is left', () => {
    const [discounted] = groupsOf(withIbsCbs(aContent({ items: itemsOf(10_000n, -5_000n) }), november));
    expect(discounted).toMatchObject({ base: '39.50', state: { amount: '0.04' }, cbs: { amount: '0.36' } });
    for (const items of [itemsOf(10_000n, -10_000n), itemsOf(0n)]) {
      const [nothing] = groupsOf(withIbsCbs(aContent({ items }), november));
      expect(nothing).toMatchObject({ base: '0.00', state: { amount: '0.00' }, cbs: { amount: '0.00' } });
    }
  });

  it('loses the groups that it was refused with, and gets those of the day', () => {
    const content = aContent({ items: aReceipt().items });
    expect(withIbsCbs(content, november)).toEqual(withIbsCbs(aContent(), november));
    expect(groupsOf(withIbsCbs(content, new Date('2025-12-31T12:00:00Z')))).toEqual([undefined, undefined, undefined]);
  });

  it.each(['SIMPLE', 'SIMPLE_EXCEEDED'] as const)('in 2026 by a company that is %s has no groups', (regime) => {
    expect(groupsOf(withIbsCbs(aContent({}, regime), november))).toEqual([undefined, undefined, undefined]);
  });

  it.each<DocumentModel>(['22', 'DEBIT_RECEIPT'])('as model %s has no groups, in no year', (documentModel) => {
    for (const at of [november, newYear]) expect(groupsOf(withIbsCbs(aContent({ documentModel }), at))).toEqual([undefined, undefined, undefined]);
  });

  it('goes by the year on the clock of its state', () => {
    expect(groupsOf(withIbsCbs(aContent(), new Date('2027-01-01T02:59:59Z')))[0]).toMatchObject({ cbs: { rate: '0.9' } });
    expect(problemOf(() => withIbsCbs(aContent(), newYear))).toMatchObject({ status: 422, code: 'tax-rates-unknown', members: { year: 2027 } });
  });

  it('is refused, whatever its regime, in a year whose rates nobody has fixed', () => {
    for (const regime of ['NORMAL', 'SIMPLE', 'SIMPLE_EXCEEDED'] as const) {
      expect(problemOf(() => withIbsCbs(aContent({}, regime), newYear)).code).toBe('tax-rates-unknown');
    }
  });

  it('is refused with every item whose class has no classification of IBS and CBS; communication has one whatever its class', () => {
    const unknown = anItem({ classification: '9999999', cfop: undefined, taxes: { icms: { kind: 'OUTSIDE' } } });
    const problem = problemOf(() => withIbsCbs(aContent({ items: [unknown, anItem({ classification: '0109999' }), unknown] }), november));
    expect(problem).toMatchObject({ status: 422, code: 'not-a-tax-receipt' });
    expect(problem.members).toEqual({
      errors: [0, 2].map((index) => ({ detail: `\`items[${index}].classification\` has no classification of IBS and CBS.` })),
    });
  });
});
