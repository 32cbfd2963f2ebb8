import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { ReadCode } from './code-reader.ts';

const numberForm = /^\+[\d ().-]{4,40}$/;

/** A mobile number with its country, kept as E.164. The rules are those of its country's numbering plan for mobile numbers. */
export function readMsisdn(text: string): ReadCode {
  if (!text.startsWith('+')) return { fault: 'must start with + and the country code' };
  const number = numberForm.test(text) ? parsePhoneNumberFromString(text, { extract: false }) : undefined;
  return number?.isValid() ? { code: number.number } : { fault: 'is no mobile number of its country' };
}
