import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { CodeResult } from './code-reader.ts';

const phoneNumberPattern = /^\+[\d ().-]{4,40}$/;

/** A mobile number with its country, kept as E.164. The rules are those of its country's numbering plan for mobile numbers. */
export function readMsisdn(text: string): CodeResult {
  if (!text.startsWith('+')) return { error: 'must start with + and the country code' };
  const number = phoneNumberPattern.test(text) ? parsePhoneNumberFromString(text, { extract: false }) : undefined;
  return number?.isValid() ? { code: number.number } : { error: 'is no mobile number of its country' };
}
