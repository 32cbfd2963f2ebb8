import type { Caller, SignedInOperator } from '@linework/auth/caller';
import { withoutBrokerScope } from '@linework/db/broker-scope';
import { notSignedIn } from '@linework/problem-details/make-problem';

/**
 * Runs what a person does with the own session and password. These rows have no id of the broker; they are named by the
 * id of the person and the token of the session.
 */
export const withOwnRows = <Result>(work: () => Promise<Result>): Promise<Result> =>
  withoutBrokerScope('The session and the password of the person who asks.', work);

/** The person who sent a request of the console. */
export function getPerson({ operator }: Caller): SignedInOperator {
  if (!operator) throw notSignedIn();
  return operator;
}
