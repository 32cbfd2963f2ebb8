import { expect, it } from 'vitest';
import { FieldFault } from '../src/ui/form/form-values.ts';
import { amountText, decimalText, readAmount, readDecimal } from '../src/ui/form/read-decimal.ts';

it.each([
  ['1', '1'],
  [' 1,5 ', '1.5'],
  ['1000', '1000'],
  ['1000.50', '1000.50'],
  ['0,125', '0.125'],
  ['0.125', '0.125'],
  ['1,234.56', '1234.56'],
  ['1.234,56', '1234.56'],
  ['1.000,50', '1000.50'],
  ['1.234.567', '1234567'],
  ['1,234,567.8', '1234567.8'],
  ['1234,5670', '1234.5670'],
])('%j is the number %s', (typed, read) => {
  expect(readDecimal('amount', typed)).toBe(read);
});

it.each([
  ['1.000', 'This may be 1000 or 1. Write 1000 or 1.'],
  ['1,000', 'This may be 1000 or 1. Write 1000 or 1.'],
  ['12.500', 'This may be 12500 or 12.5. Write 12500 or 12.5.'],
  ['1,234', 'This may be 1234 or 1.2340. Write 1234 or 1.2340.'],
])('%j means two numbers, and the field says how each is written', (typed, fault) => {
  expect(() => readDecimal('amount', typed)).toThrow(new FieldFault('amount', fault));
});

it.each(['-1', '1.', ',5', 'ten', '', '1.2.3', '1,23,456', '1.234.56', '1,234,5', '1 000', '0.000.1'])(
  '%j is no number',
  (typed) => {
    expect(() => readDecimal('amount', typed)).toThrow(new FieldFault('amount', 'Write a number, as 1,234.56.'));
  },
);

it('shows a number of the interface in the notation of the language', () => {
  expect([decimalText('1234.50', 'en'), decimalText('1234.50', 'pt-BR')]).toEqual(['1234.50', '1234,50']);
  expect(readDecimal('amount', decimalText('1234.50', 'pt-BR'))).toBe('1234.50');
});

it.each([
  ['10', '10.00'],
  ['1.234,5', '1234.50'],
  ['1,234.56', '1234.56'],
  ['007,10', '7.10'],
])('%j is the amount %s', (typed, read) => {
  expect(readAmount('amountFrom', typed)).toBe(read);
});

it.each(['10,125', '1.2345', '1234567890123', 'ten'])('%j is no amount, and the field says so', (typed) => {
  expect(() => readAmount('amountFrom', typed)).toThrow(FieldFault);
});

it('shows an amount as the language writes it, which is read as the same amount', () => {
  const shown = [amountText('1234.50', 'en'), amountText('1234.50', 'pt-BR')];
  expect(shown).toEqual(['1,234.50', '1.234,50']);
  expect(shown.map((text) => readAmount('amountFrom', text))).toEqual(['1234.50', '1234.50']);
  expect(amountText('of an address')).toBe('of an address');
});
