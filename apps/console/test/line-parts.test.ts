import { describe, expect, it } from 'vitest';
import { amountText, usedText } from '../src/line/amount-text.ts';
import { listResourceRows } from '../src/line/resource-rows.ts';

const line = { msisdn: '+5511900000001', iccId: '8955010000000000001' };
const sim = {
  id: 'a',
  resourceId: 'r',
  type: 'SIM',
  externalCode: '8955010000000000001',
  heldFrom: '2026-11-25T03:00:00.000Z',
  orderId: 'o',
};

describe('the numbers and SIMs of a line', () => {
  it('are those of the inventory, and the current one of a kind that is not in it', () => {
    expect(listResourceRows(line, [sim])).toMatchObject([
      { type: 'MSISDN', code: line.msisdn },
      { key: 'a', type: 'SIM', code: sim.externalCode, heldFrom: sim.heldFrom, orderId: 'o' },
    ]);
  });

  it('were on a line that has ended until its end', () => {
    const terminatedAt = '2026-11-25T04:00:00.000Z';
    expect(listResourceRows({ ...line, terminatedAt }, []).map(({ heldTo }) => heldTo)).toEqual([
      terminatedAt,
      terminatedAt,
    ]);
  });
});

describe('an amount', () => {
  it.each([
    ['BYTE', 0, '0 bytes'],
    ['BYTE', 999, '999 bytes'],
    ['BYTE', 6_440_000_000, '6.4 GB'],
    ['SECOND', 45, '45 s'],
    ['SECOND', 1_230, '20.5 min'],
    ['SECOND', 0, '0 min'],
    ['MESSAGE', 1_200, '1,200'],
  ] as const)('of %s, %d, is %s', (unit, amount, text) => {
    expect(amountText(unit, amount).replace('\u00a0', ' ')).toBe(text);
  });

  it('is shown with what was granted, or as unlimited', () => {
    const used = { usedAmount: 12, totalAmount: 50, unlimited: false };
    expect(usedText({ ...used, unit: 'MESSAGE' })).toBe('12 of 50 messages');
    expect(usedText({ ...used, unit: 'MESSAGE', unlimited: true })).toBe('12 messages, unlimited');
    expect(usedText({ unit: 'BYTE', usedAmount: 2e9, totalAmount: 1e10, unlimited: false })).toBe(
      '2\u00a0GB of 10\u00a0GB',
    );
  });
});
