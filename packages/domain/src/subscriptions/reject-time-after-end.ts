import { unprocessableRequest } from '@linework/problem-details/make-problem';
import type { LockedSubscription } from './lock-subscription.ts';

/** Raises 422 for a time after which the subscription has ended by its term, or by the cancel that is planned. */
export function rejectTimeAfterEnd(at: Date, { endsAt }: LockedSubscription): void {
  if (endsAt === null || at <= endsAt) return;
  throw unprocessableRequest('The subscription will have ended by then.', { code: 'ended-by-then', endsAt: endsAt.toISOString(), members: ['at'] });
}
