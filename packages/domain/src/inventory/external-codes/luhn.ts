/** The check digit that makes a row of digits right by Luhn's rule (ISO/IEC 7812-1, annex B; ITU-T E.118 for ICCIDs). */
export function luhnDigit(digits: string): string {
  let sum = 0;
  for (let place = 1; place <= digits.length; place += 1) {
    const digit = digits.charCodeAt(digits.length - place) - 48;
    const weighed = place % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Whether the last of the digits is the check digit of those before it. */
export const hasLuhnDigit = (digits: string): boolean => luhnDigit(digits.slice(0, -1)) === digits.at(-1);
