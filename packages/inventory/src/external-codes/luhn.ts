/** Computes the check digit of digits by the Luhn algorithm (ISO/IEC 7812-1, annex B; ITU-T E.118 for ICCIDs). */
export function computeLuhnDigit(digits: string): string {
  let sum = 0;
  for (let position = 1; position <= digits.length; position += 1) {
    const digit = digits.charCodeAt(digits.length - position) - 48;
    const weighted = position % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Whether the last of the digits is the check digit of those before it. */
export const hasLuhnDigit = (digits: string): boolean => computeLuhnDigit(digits.slice(0, -1)) === digits.at(-1);
