import { describe, expect, it } from 'vitest';
import { limitWrongKeys } from '../src/wrong-keys.ts';

describe('wrong keys', () => {
  it('delay only their own address, until its minute has passed', () => {
    let nowMs = 1_000;
    const wrongKeys = limitWrongKeys({ limit: 2, windowMs: 60_000, nowMs: () => nowMs });
    expect(wrongKeys.admit('10.0.0.1')).toBe(0);
    nowMs += 15_500;
    expect(wrongKeys.admit('10.0.0.1')).toBe(0);
    expect(wrongKeys.admit('10.0.0.1')).toBe(45);
    expect(wrongKeys.admit('10.0.0.2')).toBe(0);
    nowMs += 44_500;
    expect([1, 2, 3].map(() => wrongKeys.admit('10.0.0.1'))).toEqual([0, 0, 60]);
  });
});
