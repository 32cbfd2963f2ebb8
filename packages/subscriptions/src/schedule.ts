import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { eventType } from '@linework/schemas/events';
import type { LockedSubscription } from './lock-subscription.ts';

/** The time of a request: absent means now, null removes the schedule. */
export interface Plan {
  readonly at?: Date | null | undefined;
}

/** Whether a schedule is in the future. A time that is not in the future means now. */
export const isLater = (at: Date | undefined, now: Date): boolean => at !== undefined && at > now;

const scheduled = eventType('subscription.scheduled');

const buildScheduleStatement = <const Request extends 'pause' | 'cancel'>(request: Request) =>
  statement(
    `schedule-${request}`,
    { id: 'uuid', at: 'timestamptz?', keyId: 'uuid' },
    `WITH planned AS (
      UPDATE subscription
      SET scheduled_${request}_at = :at, ${request === 'cancel' ? 'cancel_for_no_line = false, ' : ''}updated_at = now()
      WHERE id = :id AND scheduled_${request}_at IS DISTINCT FROM :at
      RETURNING id, broker_id
    )
    ${insertEvent(scheduled, { key: ':keyId', details: `jsonb_build_object('request', '${request}', 'at', :at)` })}
    FROM planned`,
  );

const schedulePauseStatement = buildScheduleStatement('pause');
const scheduleCancelStatement = buildScheduleStatement('cancel');

type RecordSchedule = (
  tx: Pick<Db, 'query'>,
  locked: LockedSubscription,
  plan: { readonly at: Date | null; readonly keyId: string },
) => Promise<unknown>;

/** Schedules the pause of a subscription or removes the schedule. Inserts an event if that changes anything. */
export const schedulePause: RecordSchedule = (tx, { id }, { at, keyId }) =>
  tx.query(schedulePauseStatement, { id, at, keyId });

/** Schedules the end of a subscription or removes the schedule. Inserts an event if that changes anything. */
export const scheduleCancel: RecordSchedule = (tx, { id }, { at, keyId }) =>
  tx.query(scheduleCancelStatement, { id, at, keyId });
