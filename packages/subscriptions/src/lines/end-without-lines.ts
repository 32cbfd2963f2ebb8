import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import { findLinesOfSubscription } from '@linework/lines/records/find-lines-of-subscription';
import type { Log } from '@linework/log/log';
import { subscriptionLifecycle } from '@linework/schemas/lifecycles/subscription.lifecycle';
import { endSubscription } from '../cancel-subscription.ts';
import { findPaidUntil } from '../cycles/find-paid-until.ts';
import { type LockedSubscription, lockedColumns } from '../lock-subscription.ts';
import { scheduleCancelWithoutLines } from './cancel-without-lines.ts';
import { type EndedLine, lockEndedLine, postponeEndedLine, removeEndedLine } from './lock-ended-line.ts';

interface Deps {
  readonly db: Db;
  readonly log: Log;
}

/**
 * Handles lines that were deleted or ported out of a subscription. A subscription without lines is cancelled at the end
 * of its paid period, or kept, according to its offer. An event reports it. Returns the number of ended lines handled.
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
    const attempt = await postponeEndedLine(db, lineId);
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

async function handleEndedLine(tx: Db, { lineId, subscriptionId, hadLineInUse }: EndedLine): Promise<void> {
  await removeEndedLine(tx, lineId);
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
