import { describe, expect, it } from 'vitest';
import { takeSpread } from '../src/run/sample.ts';

const cases = Array.from({ length: 60 }, (_, at) => ({ at, kind: 'abcdef'[Math.floor(at / 10)] ?? '' }));
const kindOf = ({ kind }: (typeof cases)[number]) => kind;

describe('the sample of a table', () => {
  it('has each kind, in the order of the table', () => {
    expect(takeSpread(cases, kindOf, 1).map(kindOf)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('takes the cases of different kinds from different places', () => {
    expect(takeSpread(cases, kindOf, 1).map(({ at }) => at % 10)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('has at least as many cases as asked for, from the whole table', () => {
    expect(takeSpread(cases, () => '', 5).map(({ at }) => at)).toEqual([0, 12, 24, 36, 48]);
  });

  it('is the whole table if that is small', () => {
    expect(takeSpread(cases.slice(0, 3), () => '', 5)).toHaveLength(3);
  });
});
