import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { CodeResult } from './code-reader.ts';

const phoneNumberPattern = /^\+[\d ().-]{4,40}$/;
/**
 * Brazil: the area code, and eight digits. Since 2016 every mobile number has nine; only the numbering plan knows
 * others.
 */
const eightDigits = /^\+55\d{2}[6-9]\d{7}$/;

/**
 * Reads a mobile number with its country code and returns it in E.164. The numbering plan of its country must have it
 * as a mobile number, and a Brazilian one has nine digits after the area code.
 */
export function readMsisdn(text: string): CodeResult {
  if (!text.startsWith('+')) return { error: 'must start with + and the country code' };
  if (!phoneNumberPattern.test(text)) return notMobile;
  if (eightDigits.test(text.replaceAll(/[ ().-]/g, '')))
    return { error: 'is not a mobile number of its country: it has 8 digits after the area code, and needs the 9' };
  const number = parsePhoneNumberFromString(text, { extract: false });
  return number?.isValid() ? { code: number.number } : notMobile;
}

const notMobile = { error: 'is not a mobile number of its country' };
