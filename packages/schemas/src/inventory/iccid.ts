/** An ICCID (ITU-T E.118) starts with 89 for telecom and has 19 or 20 digits. */
export const iccidPattern = /^89[0-9]{17,18}$/;

export const iccidRule = 'must be 19 or 20 digits that start with 89';

/** A card stores its ICCID in pairs of digits, and fills an odd number of them with an F. Some print it. */
const padding = /F$/i;

/** The ICCID without the F that fills it up; any other text is unchanged. */
export function dropIccidPadding(text: string): string {
  const digits = text.replace(padding, '');
  return digits.length === 19 && iccidPattern.test(digits) ? digits : text;
}

/** What the last digit of the ICCIDs of a pool is. */
export const poolCheckDigits = ['luhn', 'none'] as const;
export type PoolCheckDigit = (typeof poolCheckDigits)[number];
