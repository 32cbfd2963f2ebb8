import type { CheckDigit, CodeResult } from './code-reader.ts';
import { computeLuhnDigit, hasLuhnDigit } from './luhn.ts';

const iccidPattern = /^89\d{17,18}$/;
const iccidWithoutCheckDigitPattern = /^89\d{16,17}$/;

/** Reads the ICCID of a SIM (ITU-T E.118): it starts with 89 for telecom and has 19 or 20 digits, the last of which is the check digit. */
export function readIccid(text: string, checkDigit: CheckDigit): CodeResult {
  if (checkDigit === 'missing') {
    return iccidWithoutCheckDigitPattern.test(text)
      ? { code: text + computeLuhnDigit(text) }
      : { error: 'must be 18 or 19 digits that start with 89, without the check digit' };
  }
  if (!iccidPattern.test(text)) return { error: 'must be 19 or 20 digits that start with 89' };
  return hasLuhnDigit(text) ? { code: text } : { error: 'has a wrong check digit' };
}
