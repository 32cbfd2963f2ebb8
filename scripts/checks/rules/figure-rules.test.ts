import { describe, expect, it } from 'vitest';
import { findOldFigures, findOtherFigures, findUndatedFigures } from './figure-rules.ts';

const orders = { benchmark: 'orders', measuredAt: '2026-11-28T04:00:00.000Z', commit: '1234abcd', version: '1.0.0' };

describe('the figures of a page', () => {
  it('have the date and the commit of their measurement beside them', () => {
    const text = 'Two cores. `orders`: measured on 2026-11-28\nat 1234abcd.';
    expect(findUndatedFigures('README.md', text, [orders])).toEqual([]);
    expect(findUndatedFigures('README.md', text, [{ ...orders, commit: 'ffff0000' }])).toEqual([
      'README.md does not say: `orders`: measured on 2026-11-28 at ffff0000.',
    ]);
  });

  it('are told when they were measured with an earlier version', () => {
    expect(findOldFigures('1.0.0', [orders])).toEqual([]);
    expect(findOldFigures('1.1.0', [{ ...orders, version: '1.1.0-dev' }])).toEqual([]);
    expect(findOldFigures('1.1.0', [orders])).toEqual([
      'orders was measured with 1.0.0, and this is 1.1.0: npm run bench -- orders',
    ]);
  });

  it('are the measured ones', () => {
    const figures = { 'orders per second': '3,415' };
    expect(findOtherFigures('README.md', '| orders per second | 3,415 |', figures)).toEqual([]);
    expect(findOtherFigures('README.md', '| orders per second | 3,416 |', figures)).toHaveLength(1);
  });
});
