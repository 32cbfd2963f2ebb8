import { cnpj } from 'cpf-cnpj-validator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildAccessKey,
  calculateAccessKeyDigit,
  formatAccessKey,
  generateCode,
  getIssueMonth,
  isAccessKey,
  parseAccessKey,
} from '../src/model/access-key.ts';
import { states } from '../src/model/states.ts';

const parts = {
  state: 'SP',
  month: '2026-11',
  cnpj: '11222333000181',
  series: 1,
  number: 4812,
  emission: '1',
  site: '0',
  code: '7316049',
} as const;

const anyParts = fc.record({
  state: fc.constantFrom(...states),
  month: fc
    .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 12 }))
    .map(([year, month]) => `20${two(year)}-${two(month)}`),
  cnpj: fc
    .stringMatching(/^[0-9A-Z]{12}$/)
    .map((body) => withDigits(body))
    .filter((taxId) => cnpj.isValid(taxId)),
  series: fc.integer({ min: 0, max: 999 }),
  number: fc.integer({ min: 1, max: 999_999_999 }),
  emission: fc.constantFrom('1', '2'),
  site: fc.stringMatching(/^\d$/),
  code: fc.stringMatching(/^\d{7}$/),
});

describe('an access key', () => {
  // 1: the manual of the NF-e, which has the same digit. 2: the example of sped-nfcom. 3: a receipt of 2026 in the
  // tests of nfcom-ruby.
  it.each([
    '52060433009911002506550120000007800267301615',
    '43240107364617000135620000000000011000000016',
    '26260107159053000107620010000003941089959288',
  ])('ends with the known check digit of %s', (key) => {
    expect(calculateAccessKeyDigit(key.slice(0, -1))).toBe(key.slice(-1));
  });

  it('ends with 0 when the remainder is 0 or 1', () => {
    // 4 x 3 = 12 and 6 x 2 = 12 leave 1; 11 x 0 leaves 0.
    expect([calculateAccessKeyDigit('40'), calculateAccessKeyDigit('6'), calculateAccessKeyDigit('0')]).toEqual([
      '0',
      '0',
      '0',
    ]);
  });

  it('has its parts in the order of the manual', () => {
    expect(buildAccessKey(parts)).toBe('35261111222333000181620010000048121073160493');
  });

  it('can be parsed into its parts', () => {
    fc.assert(
      fc.property(anyParts, (created) => {
        expect(parseAccessKey(buildAccessKey(created))).toEqual(created);
      }),
    );
  });

  it('is invalid with one digit changed', () => {
    const key = buildAccessKey(parts);
    for (let place = 0; place < key.length; place += 1) {
      expect(isAccessKey(key.slice(0, place) + String((Number(key[place]) + 1) % 10) + key.slice(place + 1))).toBe(
        false,
      );
    }
  });

  it.each([
    '',
    'x',
    buildAccessKey(parts).slice(1),
    `${buildAccessKey(parts)}\n`,
    ` ${buildAccessKey(parts)}`,
    '0'.repeat(44),
  ])('is not %j', (text) => {
    expect(parseAccessKey(text)).toBeUndefined();
  });

  it.each([
    { month: '2026-13' },
    { month: '1999-12' },
    { cnpj: '11222333000182' },
    { series: 1000 },
    { series: -1 },
    { number: 0 },
    { number: 1_000_000_000 },
    { number: 1.5 },
    { code: '123456' },
    { site: '10' },
  ])('cannot be built from %j', (wrong) => {
    expect(() => buildAccessKey({ ...parts, ...wrong })).toThrow(RangeError);
  });

  it('counts a letter of the CNPJ as its ASCII code minus that of 0', () => {
    const key = buildAccessKey({ ...parts, cnpj: '12ABC34501DE35' });
    expect(key.slice(6, 20)).toBe('12ABC34501DE35');
    expect(isAccessKey(key)).toBe(true);
  });

  it('has the month in the state and not in UTC', () => {
    const newYear = new Date('2027-01-01T03:30:00Z');
    expect([getIssueMonth(newYear, 'SP'), getIssueMonth(newYear, 'AM'), getIssueMonth(newYear, 'AC')]).toEqual([
      '2027-01',
      '2026-12',
      '2026-12',
    ]);
  });

  it('is printed in eleven groups of four', () => {
    expect(formatAccessKey(buildAccessKey(parts))).toBe('3526 1111 2223 3300 0181 6200 1000 0048 1210 7316 0493');
  });

  it('has a random code of seven digits', () => {
    const codes = Array.from({ length: 100 }, generateCode);
    expect(codes.every((code) => /^\d{7}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBeGreaterThan(90);
  });
});

/** The two check digits of a CNPJ by modulo 11, as the revenue service defines them for letters too. */
function withDigits(body: string): string {
  const digit = (text: string) => {
    const total = [...text]
      .reverse()
      .reduce((sum, character, place) => sum + (character.charCodeAt(0) - 48) * (2 + (place % 8)), 0);
    return total % 11 < 2 ? 0 : 11 - (total % 11);
  };
  const first = `${body}${digit(body)}`;
  return `${first}${digit(first)}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
