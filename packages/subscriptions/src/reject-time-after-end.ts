import { unprocessableRequest } from '@linework/problem-details/make-problem';
import type { LockedSubscription } from './lock-subscription.ts';

/** Raises 422 for a time after the end of the subscription's term or after its scheduled cancel. */
export function rejectTimeAfterEnd(at: Date, { endsAt }: LockedSubscription): void {
  if (endsAt === null || at <= endsAt) return;
  throw unprocessableRequest('The subscription will have ended by then.', {
    code: 'ended-by-then',
    endsAt: endsAt.toISOString(),
    members: ['at'],
  });
}
