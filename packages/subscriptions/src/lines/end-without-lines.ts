import { startOfDay } from '@linework/billing/civil-day';
import type { Db } from '@linework/db/db';
import { statement, unprepared } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import { findLinesOfSubscription } from '@linework/lines/records/find-lines-of-subscription';
import type { Log } from '@linework/log/log';
import { subscriptionLifecycle } from '@linework/schemas/lifecycles/subscription.lifecycle';
import { endSubscription } from '../cancel-subscription.ts';
import { type LockedSubscription, lockedColumns } from '../lock-subscription.ts';
import { scheduleCancelWithoutLines } from './cancel-without-lines.ts';

/** A line of a subscription that was deleted, ported out or given to another holder. */
interface EndedLine {
  readonly lineId: string;
  readonly subscriptionId: string;
  /** False if no line of the subscription was ever in service: a failed creation must not end the subscription. */
  readonly hadLineInUse: boolean;
}

const mayBeHandledSql = 'coalesce(e.not_before <= now(), true)';

/** In SQL: true if a line has ended that its subscription does not know of. */
export const anyLineHasEnded = `(SELECT true FROM subscription_line_ended e WHERE ${mayBeHandledSql} LIMIT 1)`;

/** Every line of the subscription counts, because the last line to end may be one that was never in service. */
const lockLineStatement = unprepared(
  'lock-ended-line',
  `SELECT e.line_id AS "lineId", e.subscription_id AS "subscriptionId",
     EXISTS (
       SELECT
       FROM line l
       JOIN event v ON v.resource_id = l.id
       WHERE (l.id = e.line_id OR l.subscription_id = e.subscription_id)
         AND v.resource_type = 'line'
         AND v.to_status IN ('STAND_BY', 'ACTIVE')
     ) AS "hadLineInUse"
   FROM subscription_line_ended e
   WHERE ${mayBeHandledSql}
   ORDER BY e.created_at, e.line_id
   LIMIT 1
   FOR UPDATE SKIP LOCKED`,
);

/** Locks the ended line that has waited longest until the end of the transaction; undefined if there is none. */
async function lockEndedLine(tx: Pick<Db, 'query'>): Promise<EndedLine | undefined> {
  const [endedLine] = await tx.query(lockLineStatement);
  return endedLine;
}

const removeStatement = statement(
  'remove-ended-line',
  { lineId: 'uuid', subscriptionId: 'uuid' },
  'DELETE FROM subscription_line_ended WHERE line_id = :lineId AND subscription_id = :subscriptionId',
);

async function removeEndedLine(tx: Pick<Db, 'query'>, { lineId, subscriptionId }: EndedLine): Promise<void> {
  await tx.query(removeStatement, { lineId, subscriptionId });
}

const postponeStatement = statement(
  'postpone-ended-line',
  { lineId: 'uuid', subscriptionId: 'uuid' },
  `UPDATE subscription_line_ended
   SET attempt = attempt + 1, not_before = now() + least(power(2, attempt), 3600) * interval '1 s'
   WHERE line_id = :lineId AND subscription_id = :subscriptionId
   RETURNING attempt`,
);

/** Postpones an ended line after a failure, so that it does not delay the others. Returns the number of failures. */
async function postponeEndedLine(db: Pick<Db, 'query'>, { lineId, subscriptionId }: EndedLine): Promise<number> {
  const [row] = await db.query(postponeStatement, { lineId, subscriptionId });
  return row?.attempt ?? 0;
}

interface Deps {
  readonly db: Db;
  readonly log: Log;
}

/**
 * Handles lines that were deleted, ported out or given to another holder. A subscription without lines is
 * cancelled at the end of its paid period, or kept, according to its offer. An event reports it. Returns the number of
 * ended lines handled.
 */
export async function endWithoutLines(deps: Deps): Promise<number> {
  for (let handled = 0; ; handled += 1) if (!(await handleNext(deps))) return handled;
}

async function handleNext({ db, log }: Deps): Promise<boolean> {
  let endedLine: EndedLine | undefined;
  try {
    await db.transaction(async (tx) => {
      endedLine = await lockEndedLine(tx);
      if (endedLine) await handleEndedLine(tx, endedLine);
    });
  } catch (error) {
    if (!endedLine) throw error;
    const { lineId, subscriptionId } = endedLine;
    const attempt = await postponeEndedLine(db, endedLine);
    if (attempt === 1)
      log.error(
        { err: error, lineId, subscriptionId },
        'the end of a line could not be applied to its subscription; the job retries it',
      );
  }
  return endedLine !== undefined;
}

const lockStatement = statement(
  'lock-subscription-without-lines',
  { subscriptionId: 'uuid' },
  `SELECT ${lockedColumns} FROM subscription s WHERE s.id = :subscriptionId FOR UPDATE`,
).returns<Pick<LockedSubscription, 'frequency' | 'billingType' | 'changesBehavior'>>();

async function handleEndedLine(tx: Db, endedLine: EndedLine): Promise<void> {
  const { lineId, subscriptionId, hadLineInUse } = endedLine;
  await removeEndedLine(tx, endedLine);
  const [locked] = await tx.query(lockStatement, { subscriptionId });
  if (!locked || !hadLineInUse || subscriptionLifecycle.isFinal(locked.status)) return;
  if ((await findLinesOfSubscription(tx, subscriptionId)).length > 0) return;
  const cancelAt = locked.onLastLineEnded === 'cancel' ? findPaidUntil(locked) : null;
  await emitLastLineEnded(tx, locked, { lineId, policy: locked.onLastLineEnded, ...(cancelAt && { cancelAt }) });
  if (cancelAt === null) return;
  if (cancelAt > locked.now) await scheduleCancelWithoutLines(tx, locked, cancelAt);
  else await endSubscription(tx, locked, 'cancel', { at: locked.now, keyId: null, job: 'end-without-lines' });
}

async function emitLastLineEnded(
  tx: Pick<Db, 'prisma'>,
  { id, brokerId }: LockedSubscription,
  details: object,
): Promise<void> {
  await writeEvent(tx, { type: 'subscription.last_line_ended', id, brokerId, details });
}

type BillingState = Pick<LockedSubscription, 'status' | 'billingType' | 'cycleUntil' | 'trialEndsAt' | 'now'>;

/**
 * The end of the paid period. PREPAID: the end of the current cycle. POSTPAID: now. A DRAFT has paid nothing and keeps
 * its trial; null if it has no trial, because nothing is billed.
 */
function findPaidUntil({ status, billingType, cycleUntil, trialEndsAt, now }: BillingState): Date | null {
  if (status === 'DRAFT') return trialEndsAt;
  return billingType === 'PREPAID' && cycleUntil !== null ? startOfDay(cycleUntil) : now;
}
