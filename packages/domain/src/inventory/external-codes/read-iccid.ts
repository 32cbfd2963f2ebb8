import type { CheckDigit, CodeResult } from './code-reader.ts';
import { computeLuhnDigit, hasLuhnDigit } from './luhn.ts';

const iccidPattern = /^89\d{17,18}$/;
const iccidWithoutCheckDigitPattern = /^89\d{16,17}$/;

/** The number of a SIM card (ITU-T E.118): 89 for telecom, 19 or 20 digits in all, the last of them the check digit. */
export function readIccid(text: string, checkDigit: CheckDigit): CodeResult {
  if (checkDigit === 'missing') {
    return iccidWithoutCheckDigitPattern.test(text)
      ? { code: text + computeLuhnDigit(text) }
      : { error: 'must be 18 or 19 digits that start with 89, without the check digit' };
  }
  if (!iccidPattern.test(text)) return { error: 'must be 19 or 20 digits that start with 89' };
  return hasLuhnDigit(text) ? { code: text } : { error: 'does not end with its check digit' };
}
