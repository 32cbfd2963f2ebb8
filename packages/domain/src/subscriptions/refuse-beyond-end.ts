import { impossibleRequest } from '@linework/problem-details/make-problem';
import type { HeldSubscription } from './lock-subscription.ts';

/** Raises 422 for a time after which the subscription has ended by its term, or by the cancel that is planned. */
export function refuseBeyondEnd(at: Date, { endsAt }: HeldSubscription): void {
  if (endsAt === null || at <= endsAt) return;
  throw impossibleRequest('The subscription will have ended by then.', { code: 'ended-by-then', endsAt: endsAt.toISOString(), members: ['at'] });
}
