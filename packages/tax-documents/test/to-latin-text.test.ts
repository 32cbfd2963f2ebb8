import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLatinText } from '../src/model/to-latin-text.ts';

/** TString of tiposGeralNFCom_v1.00.xsd. */
const allowed = /^(?:[!-ÿ][ -ÿ]*[!-ÿ]|[!-ÿ])?$/;

describe("a text in the authority's alphabet", () => {
  it.each([
    ['Conceição  Araújo\n', 'Conceição Araújo'],
    ['Sa\u0303o Paulo', 'São Paulo'],
    ['“Plano” – 20 GB…', '"Plano" - 20 GB...'],
    ['Łukasz Dvořák', 'Lukasz Dvorák'],
    ['李 Silva', '? Silva'],
    ['a\u0000b\u0085c\u00a0d', 'a b c d'],
  ])('is the conversion of %j', (text, latin) => {
    expect(toLatinText(text)).toBe(latin);
  });

  it('matches the schema for any input', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
        fc.integer({ min: 1, max: 60 }),
        (text, most) => {
          expect(toLatinText(text, most)).toMatch(allowed);
        },
      ),
    );
  });

  it('is cut to the limit, without a blank at its end', () => {
    expect(toLatinText('uma rua comprida', 4)).toBe('uma');
  });
});
