import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { Log } from '@linework/log/log';
import type { EventType } from '@linework/schemas/events';
import { subscriptionLifecycle } from '@linework/schemas/subscriptions/subscription.lifecycle';
import { linesOfSubscription } from '../lines/lines-of-subscription.ts';
import { planCancelForNoLine } from './cancel-for-no-line.ts';
import { endSubscription } from './cancel-subscription.ts';
import { type HeldSubscription, heldColumns } from './lock-subscription.ts';
import { paidUntil } from './paid-until.ts';
import { type EndedLine, putOffEndedLine, removeEndedLine, takeEndedLine } from './take-ended-line.ts';

interface Deps {
  readonly db: Db;
  readonly log: Log;
}

/**
 * Looks at the subscriptions of which a line was deleted or ported out. One that has no line left is cancelled at the end of what is
 * paid, or kept, as its offer says, and an event tells so. Answers how many ended lines it handled.
 */
export async function endWithoutLines(deps: Deps): Promise<number> {
  for (let handled = 0; ; handled += 1) if (!(await handleNext(deps))) return handled;
}

async function handleNext({ db, log }: Deps): Promise<boolean> {
  let ended: EndedLine | undefined;
  try {
    await db.transaction(async (tx) => {
      ended = await takeEndedLine(tx);
      if (ended) await handle(tx, ended);
    });
  } catch (error) {
    if (!ended) throw error;
    const { lineId, subscriptionId } = ended;
    const attempt = await putOffEndedLine(db, lineId);
    if (attempt === 1) log.error({ err: error, lineId, subscriptionId }, 'the end of a line could not be applied to its subscription; it is tried again');
  }
  return ended !== undefined;
}

const lockStatement = statement('lock-subscription-without-lines', `SELECT ${heldColumns} FROM subscription s WHERE s.id = $1::uuid FOR UPDATE`);

async function handle(tx: Db, { lineId, subscriptionId, hadLineInUse }: EndedLine): Promise<void> {
  await removeEndedLine(tx, lineId);
  const [held] = await tx.query<HeldSubscription>(lockStatement, [subscriptionId]);
  if (!held || !hadLineInUse || subscriptionLifecycle.isFinal(held.status)) return;
  if ((await linesOfSubscription(tx, subscriptionId)).length > 0) return;
  const cancelAt = held.onLastLineEnded === 'cancel' ? paidUntil(held) : null;
  await tellLastLineEnded(tx, held, { lineId, policy: held.onLastLineEnded, ...(cancelAt && { cancelAt }) });
  if (cancelAt === null) return;
  if (cancelAt > held.now) await planCancelForNoLine(tx, held, cancelAt);
  else await endSubscription(tx, held, 'cancel', { at: held.now, keyId: null, job: 'end-without-lines' });
}

const lastLineEnded: EventType = 'subscription.last-line-ended';

const tellStatement = statement(
  'tell-last-line-ended',
  `INSERT INTO event (broker_id, type, resource_type, resource_id, details)
   VALUES ($1::uuid, '${lastLineEnded}', 'subscription', $2::uuid, $3::jsonb)`,
);

async function tellLastLineEnded(tx: Pick<Db, 'query'>, { id, brokerId }: HeldSubscription, details: object): Promise<void> {
  await tx.query(tellStatement, [brokerId, id, JSON.stringify(details)]);
}
