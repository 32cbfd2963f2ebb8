import { type Caller, hasScope } from '@linework/auth/caller';
import { missingScope } from '@linework/problem-details/make-problem';

/** An endpoint gets what the feed shows, so whoever makes events go to one needs the scope of the feed as well. Raises missing-scope. */
export function assertReadsEvents(caller: Caller): void {
  if (!hasScope(caller, 'events:read')) throw missingScope('events:read');
}
