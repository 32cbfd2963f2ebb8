import { randomInt } from 'node:crypto';

/** A CPF with valid check digits, without punctuation. */
export function aCpf(): string {
  const digits = Array.from({ length: 9 }, () => randomInt(10));
  for (const _ of [1, 2])
    digits.push(
      checkDigit(
        digits,
        digits.map((_digit, at) => digits.length + 1 - at),
      ),
    );
  return digits.join('');
}

/** A numeric CNPJ with valid check digits, without punctuation. */
export function aCnpj(): string {
  const digits = [...Array.from({ length: 8 }, () => randomInt(10)), 0, 0, 0, 1];
  for (const _ of [1, 2])
    digits.push(
      checkDigit(
        digits,
        digits.map((_digit, at) => ((digits.length - 1 - at) % 8) + 2),
      ),
    );
  return digits.join('');
}

function checkDigit(digits: readonly number[], weights: readonly number[]): number {
  const remainder = digits.reduce((sum, digit, at) => sum + digit * (weights[at] ?? 0), 0) % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}
