import { portabilityRejected } from '@linework/problem-details/make-problem';
import { readMsisdn } from '../inventory/external-codes/read-msisdn.ts';

const brazilPrefix = '+55';

/** The number as it is kept. Raises portability-rejected for what is no mobile number of Brazil. */
export function parsePortableNumber(text: string): string {
  const parsed = readMsisdn(text);
  if ('error' in parsed || !parsed.code.startsWith(brazilPrefix)) throw portabilityRejected('This is no mobile number of Brazil.', 'WRONG_DATA');
  return parsed.code;
}
