import type { CheckDigit, ReadCode } from './code-reader.ts';
import { hasLuhnDigit, luhnDigit } from './luhn.ts';

const whole = /^89\d{17,18}$/;
const withoutCheckDigit = /^89\d{16,17}$/;

/** The number of a SIM card (ITU-T E.118): 89 for telecom, 19 or 20 digits in all, the last of them the check digit. */
export function readIccid(text: string, checkDigit: CheckDigit): ReadCode {
  if (checkDigit === 'missing') {
    return withoutCheckDigit.test(text) ? { code: text + luhnDigit(text) } : { fault: 'must be 18 or 19 digits that start with 89, without the check digit' };
  }
  if (!whole.test(text)) return { fault: 'must be 19 or 20 digits that start with 89' };
  return hasLuhnDigit(text) ? { code: text } : { fault: 'does not end with its check digit' };
}
