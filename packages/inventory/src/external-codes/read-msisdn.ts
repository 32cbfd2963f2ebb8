import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { CodeResult } from './code-reader.ts';

const phoneNumberPattern = /^\+[\d ().-]{4,40}$/;

/** Reads a mobile number with its country code and returns it in E.164. The numbering plan of its country must have it as a mobile number. */
export function readMsisdn(text: string): CodeResult {
  if (!text.startsWith('+')) return { error: 'must start with + and the country code' };
  const number = phoneNumberPattern.test(text) ? parsePhoneNumberFromString(text, { extract: false }) : undefined;
  return number?.isValid() ? { code: number.number } : { error: 'is not a mobile number of its country' };
}
