/** A card stores its ICCID in pairs of digits, and fills an odd number of them with an F. Some print it. */
const padded = /^(89\d{17})F$/i;

/** The ICCID without the F that fills it up; any other text is unchanged. */
export const dropIccidPadding = (text: string): string => padded.exec(text)?.[1] ?? text;

/** What the last digit of the ICCIDs of a pool is. */
export const poolCheckDigits = ['luhn', 'none'] as const;
export type PoolCheckDigit = (typeof poolCheckDigits)[number];
