import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getCodeReader } from '../src/external-codes/get-code-reader.ts';
import { computeLuhnDigit, hasLuhnDigit } from '../src/external-codes/luhn.ts';

const digits = (least: number, most: number) => fc.stringMatching(new RegExp(`^[0-9]{${least},${most}}$`));

describe("Luhn's digit", () => {
  // The first one is the example of the specification.
  it.each([
    ['7992739871', '3'],
    ['453957876362148', '6'],
    ['455673758689985', '5'],
    ['0', '0'],
    ['', '0'],
  ])('of %s is %s', (text, digit) => expect(computeLuhnDigit(text)).toBe(digit));

  it('detects every wrong digit, and every swap of neighbours except 0 and 9', () => {
    fc.assert(
      fc.property(digits(17, 19), fc.nat(), fc.integer({ min: 1, max: 9 }), (text, at, by) => {
        const whole = text + computeLuhnDigit(text);
        expect(hasLuhnDigit(whole)).toBe(true);
        const place = at % whole.length;
        const wrong = whole.slice(0, place) + ((Number(whole[place]) + by) % 10) + whole.slice(place + 1);
        expect(hasLuhnDigit(wrong)).toBe(false);
        const [one, other] = [whole[place] ?? '', whole[place + 1] ?? ''];
        if (other === '' || one === other || `${one}${other}` === '09' || `${one}${other}` === '90') return;
        expect(hasLuhnDigit(whole.slice(0, place) + other + one + whole.slice(place + 2))).toBe(false);
      }),
    );
  });
});

describe('the code of an MSISDN', () => {
  const read = (text: string) => getCodeReader('MSISDN')(text, 'present');

  it.each([
    ['+5511987654321', '+5511987654321'],
    ['+55 11 98765-4321', '+5511987654321'],
    ['+55 (11) 98765.4321', '+5511987654321'],
    ['+447911123456', '+447911123456'],
    ['+4915112345678', '+4915112345678'],
    ['+12015550123', '+12015550123'],
  ])('is read from %s as %s', (text, code) => expect(read(text)).toEqual({ code }));

  it.each([
    ['5511987654321', 'must start with +'],
    ['011987654321', 'must start with +'],
    ['', 'must start with +'],
    ['+551133334444', 'not a mobile number'],
    ['+55119876543210', 'not a mobile number'],
    ['+551198765432', 'not a mobile number of its country: it has 8 digits'],
    ['+551177654321', 'it has 8 digits after the area code'],
    ['+55 (11) 7765-4321', 'it has 8 digits after the area code'],
    ['+9991234567', 'not a mobile number'],
    ['+5511987654321 ext. 5', 'not a mobile number'],
    ['+5511987654321;x=1', 'not a mobile number'],
    ['+55 11 98765-4321 or +55 11 98765-4322', 'not a mobile number'],
    [' +5511987654321', 'must start with +'],
    ['++5511987654321', 'not a mobile number'],
    ['+٥٥١١٩٨٧٦٥٤٣٢١', 'not a mobile number'],
  ])('is not %s: %s', (text, error) => expect(read(text)).toEqual({ error: expect.stringContaining(error) }));

  it('is E.164 and is read back unchanged', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: fc.constantFrom(...'+0123456789 ()-.') }),
          digits(6, 15).map((text) => `+${text}`),
        ),
        (text) => {
          const once = read(text);
          if (!('code' in once)) return;
          expect(once.code).toMatch(/^\+[1-9]\d{5,14}$/);
          expect(read(once.code)).toEqual(once);
        },
      ),
    );
  });
});

describe('the code of a SIM', () => {
  const read = getCodeReader('SIM');

  it.each([18, 19])(
    'of %i digits gets its check digit where the file has none, and is read back unchanged',
    (length) => {
      fc.assert(
        fc.property(digits(length - 2, length - 2), (serial) => {
          const result = read(`89${serial}`, 'missing');
          const code = 'code' in result ? result.code : '';
          expect(code).toHaveLength(length + 1);
          expect(read(code, 'present')).toEqual({ code });
        }),
      );
    },
  );

  it.each([
    ['8955010000000000015', 'check digit'],
    ['89550100000000001', '19 or 20 digits'],
    ['895501000000000001499', '19 or 20 digits'],
    ['7955010000000000014', 'start with 89'],
    ['89550100000000O0014', 'digits'],
    ['8955 0100 0000 0000 014', 'digits'],
    ['', 'digits'],
  ])('is not %s: %s', (text, error) =>
    expect(read(text, 'present')).toEqual({ error: expect.stringContaining(error) }),
  );

  it.each(['89550112233445566778', '89550998877665512345', '8955010000000000015'])(
    '%s is read where the codes have no check digit',
    (text) => expect(read(text, 'none')).toEqual({ code: text }),
  );

  it.each(['8955010000000000013F', '8955010000000000013f'])('is read from %s without the F', (text) =>
    expect(read(text, 'present')).toEqual({ code: '8955010000000000013' }),
  );

  it.each(['89550100000000000149F', 'F', '895501000000000001F'])('is not %s', (text) =>
    expect(read(text, 'none')).toHaveProperty('error'),
  );

  it('does not get a second check digit', () => {
    expect(read('89550100000000000149', 'missing')).toEqual({
      error: expect.stringContaining('without the check digit'),
    });
  });
});

describe('the code of another type', () => {
  const read = (text: string) => getCodeReader('IP_ADDRESS')(text, 'present');

  it.each(['10.0.0.1', 'x', 'größe', 'a'.repeat(64)])('may be %s', (text) =>
    expect(read(text)).toEqual({ code: text }),
  );

  it.each(['', 'a b', 'a\tb', 'a\u0000', 'a\u200b', 'a'.repeat(65), '\ud800'])('is not %j', (text) =>
    expect(read(text)).toHaveProperty('error'),
  );
});
