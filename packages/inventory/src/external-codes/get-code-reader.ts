import { dropIccidPadding, iccidPattern, iccidRule } from '@linework/schemas/inventory/iccid';
import type { CheckDigit, CodeReader, CodeResult } from './code-reader.ts';
import { computeLuhnDigit, hasLuhnDigit } from './luhn.ts';
import { readMsisdn } from './read-msisdn.ts';
import { readPlainCode } from './read-plain-code.ts';

/** The readers of external codes, by the code of the resource type. */
const readers: ReadonlyMap<string, CodeReader> = new Map<string, CodeReader>([
  ['MSISDN', readMsisdn],
  ['SIM', readIccid],
]);

/** The reader of a type's external codes; a type without its own rules accepts any visible code. */
export const getCodeReader = (typeCode: string): CodeReader => readers.get(typeCode) ?? readPlainCode;

/**
 * Reads the ICCID of a SIM. The last digit is the check digit, unless the codes of the pool have none.
 */
function readIccid(printed: string, checkDigit: CheckDigit): CodeResult {
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
