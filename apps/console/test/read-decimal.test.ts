import { expect, it } from 'vitest';
import { FieldFault } from '../src/ui/form/form-values.ts';
import { readDecimal } from '../src/ui/form/read-decimal.ts';

it.each([
  ['1', '1'],
  [' 1,5 ', '1.5'],
  ['1000', '1000'],
  ['1000.50', '1000.50'],
  ['0,125', '0.125'],
])('%j is the number %s', (typed, read) => {
  expect(readDecimal('amount', typed)).toBe(read);
});

it.each(['1.000', '1,000', '12.500', '1.000,50', '1,234.5', '-1', '1.', 'ten', ''])(
  '%j is a fault of its field',
  (typed) => {
    expect(() => readDecimal('amount', typed)).toThrow(FieldFault);
  },
);
