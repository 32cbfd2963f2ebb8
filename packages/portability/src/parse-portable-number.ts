import { readMsisdn } from '@linework/inventory/external-codes/read-msisdn';
import { portabilityRejected } from '@linework/problem-details/make-problem';

const brazilPrefix = '+55';

/** The number as it is stored. Raises portability-rejected for a number that is not a Brazilian mobile number. */
export function parsePortableNumber(text: string): string {
  const parsed = readMsisdn(text);
  if ('error' in parsed || !parsed.code.startsWith(brazilPrefix))
    throw portabilityRejected('This is not a Brazilian mobile number.', 'WRONG_DATA');
  return parsed.code;
}
