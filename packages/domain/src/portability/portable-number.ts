import { portabilityRejected } from '@linework/problem-details/make-problem';
import { readMsisdn } from '../inventory/external-codes/read-msisdn.ts';

const brazil = '+55';

/** The number as it is kept. Raises portability-rejected for what is no mobile number of Brazil. */
export function portableNumber(text: string): string {
  const read = readMsisdn(text);
  if ('fault' in read || !read.code.startsWith(brazil)) throw portabilityRejected('This is no mobile number of Brazil.', 'WRONG_DATA');
  return read.code;
}
