import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findCardNumbers, hasCardNumber } from '../src/payment-methods/card-numbers.ts';
import { withoutCardNumbers } from '../src/payment-methods/without-card-numbers.ts';

/** The test numbers of issuers. */
const cards = [
  '4111111111111111',
  '4222222222222',
  '5555555555554444',
  '2223003122003222',
  '371449635398431',
  '30569309025904',
  '6011111111111117',
  '6362970000457013',
];

describe('a card number', () => {
  it.each(cards)('%s is found without groups, in groups, and within a text', (card) => {
    const groups = card.match(/.{1,4}/g) ?? [];
    for (const text of [
      card,
      groups.join(' '),
      groups.join('-'),
      `card:${card};`,
      `${card} 12/28 123`,
      `${groups.join(' ')} 12`,
      `number 7 is ${card}`,
      `2026-11-21 ${card}`,
    ]) {
      expect(hasCardNumber(text), text).toBe(true);
    }
  });

  it.each([
    ['with two spaces', '  '],
    ['with non-breaking spaces', '\u00a0'],
    ['with long dashes', ' \u2013 '],
    ['with non-breaking hyphens', '\u2011'],
    ['on separate lines', '\r\n'],
  ])('is found in groups %s', (_how, gap) => expect(hasCardNumber(`4111${gap}1111${gap}1111${gap}1111`)).toBe(true));

  it('is not found in a CNPJ, alone, as a number, or among other digits', () => {
    // Each has the prefix and the check digit of a card of the same length.
    for (const cnpj of ['30100016000137', '36100021000126', '38100038000109', '39100043000184']) {
      for (const text of [cnpj, `${cnpj} 12/2026`, `7 ${cnpj} 4532 11`]) expect(hasCardNumber(text), text).toBe(false);
      expect(findCardNumbers({ cnpj: Number(cnpj) })).toEqual([]);
    }
  });

  it.each([
    ['the IMEI of a phone', '356938035643809'],
    ['a time without separators', '20261121112035'],
    ['one with milliseconds', '20261121112035001'],
    ['two days', '2026-11-21 2026-12-21'],
    ['a telephone number', '5511987654329'],
    ['another', '+55 11 98765-4321'],
    ['a SIM number', '89550112345678901234'],
    ['a SIM number of nineteen digits', '8955010000000000017'],
    ['an id', '41111111-1111-4111-8111-111111111111'],
    ['a time', '2026-11-21T11:20:35.000Z'],
    ['a time in milliseconds', '1795260035000'],
    ['one with a wrong check digit', '4111111111111112'],
    ['the line of a bank slip', '34191790010104351004791020150008291070026000'],
    ['too few digits', '411111111111'],
  ])('is not %s', (_what, text) => expect(hasCardNumber(text)).toBe(false));

  it('is not found if one digit is changed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...cards), fc.nat(), fc.integer({ min: 1, max: 9 }), (card, at, shift) => {
        const place = at % card.length;
        const digit = (Number(card[place]) + shift) % 10;
        expect(hasCardNumber(card.slice(0, place) + digit + card.slice(place + 1))).toBe(false);
      }),
    );
  });

  it('is found at every depth, also as a number, with its position', () => {
    const value = { a: [{ b: 'x' }, { b: cards[0] }], c: { d: 4_111_111_111_111_111 } };
    expect(findCardNumbers({ ...value, e: Number('4111111111111111110') })).toEqual([['a', 1, 'b'], ['c', 'd'], ['e']]);
  });

  it('in a member name is reported at the position of its object, like those within that member', () => {
    expect(findCardNumbers({ of: { [cards[0] ?? '']: cards[1] } })).toEqual([['of'], ['of']]);
  });
});

describe('a schema without card numbers', () => {
  const schema = withoutCardNumbers(
    z.strictObject({ token: z.string(), more: z.record(z.string(), z.unknown()).optional() }),
  );

  it('accepts a value without card numbers unchanged', () =>
    expect(schema.parse({ token: 'tok_1', more: { a: 1 } })).toEqual({ token: 'tok_1', more: { a: 1 } }));

  it.each(cards)('rejects %s at any position with a message that does not repeat it', (card) => {
    for (const given of [
      { token: card },
      { token: 'tok_1', more: { deep: [card] } },
      { [card]: 1 },
      { token: 'tok_1', more: { [card]: 1 } },
    ]) {
      const { error } = schema.safeParse(given);
      expect(error?.issues[0]?.message).toContain('must not contain a card number');
      expect(JSON.stringify(error?.issues)).not.toContain(card);
    }
  });
});
