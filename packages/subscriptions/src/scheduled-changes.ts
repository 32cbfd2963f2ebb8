import type { SubscriptionStatus } from '@linework/schemas/lifecycles/subscription.lifecycle';

export type ScheduledAction = 'cancel' | 'expire' | 'end-trial' | 'pause';

interface ScheduledChange {
  readonly action: ScheduledAction;
  /** The column with the time of the change. */
  readonly column: string;
  /** A subscription in another status ignores the time. */
  readonly statuses: readonly SubscriptionStatus[];
}

/**
 * The changes that a subscription makes at a time. The column `due_at` is the earliest of its times. Of two changes at
 * the same time the first one here is made: an ended subscription cannot be paused.
 */
export const scheduledChanges: readonly ScheduledChange[] = [
  { action: 'cancel', column: 'scheduled_cancel_at', statuses: ['DRAFT', 'ACTIVE', 'PAUSED'] },
  { action: 'expire', column: 'end_date', statuses: ['ACTIVE', 'PAUSED'] },
  { action: 'end-trial', column: 'trial_ends_at', statuses: ['DRAFT'] },
  { action: 'pause', column: 'scheduled_pause_at', statuses: ['ACTIVE'] },
];
