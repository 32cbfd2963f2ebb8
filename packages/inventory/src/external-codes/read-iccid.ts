import { dropIccidPadding, iccidPattern, iccidRule } from '@linework/schemas/inventory/iccid';
import type { CheckDigit, CodeResult } from './code-reader.ts';
import { computeLuhnDigit, hasLuhnDigit } from './luhn.ts';

/**
 * Reads the ICCID of a SIM. The last digit is the check digit, unless the codes of the pool have none.
 */
export function readIccid(printed: string, checkDigit: CheckDigit): CodeResult {
  const text = dropIccidPadding(printed);
  if (checkDigit === 'missing') {
    const code = text + computeLuhnDigit(text);
    return iccidPattern.test(code)
      ? { code }
      : { error: 'must be 18 or 19 digits that start with 89, without the check digit' };
  }
  if (!iccidPattern.test(text)) return { error: iccidRule };
  if (checkDigit === 'none' || hasLuhnDigit(text)) return { code: text };
  return { error: 'has a wrong check digit; a pool whose codes have none says so in its `checkDigit`' };
}
