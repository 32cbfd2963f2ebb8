import { describe, expect, it } from 'vitest';
import { judge, printCurves } from './curve.ts';

const curve = (values: readonly number[], noise = 0) => ({ name: 'MB', values, noise });
const minutes = Array.from({ length: 30 }, (_, at) => at);

describe('a curve of a soak', () => {
  it.each([
    ['stays where it is', minutes.map(() => 100), 'flat'],
    ['rises at the start and then stays', minutes.map((at) => Math.min(100, 50 + 10 * at)), 'flat'],
    ['goes up and down', minutes.map((at) => 100 + 30 * (at % 2)), 'flat'],
    ['falls', minutes.map((at) => 200 - at), 'flat'],
    ['rises to the end', minutes.map((at) => 100 + 5 * at), 'grows'],
    ['rises from nothing', minutes.map((at) => at), 'grows'],
  ])('that %s', (_what, values, verdict) => {
    expect(judge(curve(values))).toBe(verdict);
  });

  it('does not grow by its noise', () => {
    const values = minutes.map((at) => at / 10);
    expect([judge(curve(values)), judge(curve(values, 2))]).toEqual(['grows', 'flat']);
  });

  it('is a column of the table, with its verdict below', () => {
    const lines = printCurves(minutes, [curve(minutes.map(() => 7))]).split('\n');
    expect(lines[0]).toBe('| minute | MB |');
    expect(lines[2]).toBe('| 0 | 7 |');
    expect(lines.at(-2)).toBe('| 29 | 7 |');
    expect(lines.at(-1)).toBe('| verdict | flat |');
  });
});
