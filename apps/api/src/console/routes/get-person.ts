import type { Caller, SignedInOperator } from '@linework/auth/caller';
import { notSignedIn } from '@linework/problem-details/make-problem';

/** The person who sent a request of the console. */
export function getPerson({ operator }: Caller): SignedInOperator {
  if (!operator) throw notSignedIn();
  return operator;
}
