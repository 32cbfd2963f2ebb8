import { dropIccidPadding } from '@linework/schemas/inventory/iccid';
import type { CheckDigit, CodeResult } from './code-reader.ts';
import { computeLuhnDigit, hasLuhnDigit } from './luhn.ts';

const iccidPattern = /^89\d{17,18}$/;
const iccidWithoutCheckDigitPattern = /^89\d{16,17}$/;

/**
 * Reads the ICCID of a SIM (ITU-T E.118): it starts with 89 for telecom and has 19 or 20 digits. The last of them is
 * the check digit, unless the codes of the pool have none.
 */
export function readIccid(printed: string, checkDigit: CheckDigit): CodeResult {
  const text = dropIccidPadding(printed);
  if (checkDigit === 'missing') {
    return iccidWithoutCheckDigitPattern.test(text)
      ? { code: text + computeLuhnDigit(text) }
      : { error: 'must be 18 or 19 digits that start with 89, without the check digit' };
  }
  if (!iccidPattern.test(text)) return { error: 'must be 19 or 20 digits that start with 89' };
  if (checkDigit === 'none' || hasLuhnDigit(text)) return { code: text };
  return { error: 'has a wrong check digit; a pool whose codes have none says so in its `checkDigit`' };
}
