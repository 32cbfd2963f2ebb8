import { describe, expect, it } from 'vitest';
import { kindOfLongTest, longKinds } from '../src/run/time-limits.ts';

it('a test has two minutes', ({ task }) => {
  expect(task.timeout).toBe(120_000);
});

describe('a file whose name ends in a long kind', () => {
  it.each(longKinds)('is of the kind %s', (kind) => {
    expect(kindOfLongTest(`a/b.${kind}.test.ts`)).toBe(kind);
  });

  it('has no other word before ".test.ts"', () => {
    expect(kindOfLongTest('a/b.model.test.ts')).toBeUndefined();
  });
});
