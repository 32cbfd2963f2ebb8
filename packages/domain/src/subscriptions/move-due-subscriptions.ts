import type { Db } from '@linework/db/db';
import { plannedEachTime, statement } from '@linework/db/statement';
import type { Log } from '@linework/log/log';
import type { PlaceDeps } from '../orders/place-order.ts';
import { beginSubscription } from './activate-subscription.ts';
import { hasLineAgain, keepSubscription } from './cancel-for-no-line.ts';
import { endSubscription } from './cancel-subscription.ts';
import { type HeldSubscription, heldColumns } from './lock-subscription.ts';
import { beginPause } from './pause-subscription.ts';

/**
 * Its next time, and what that is the time of; what was planned for a time before its activation is done from that on. Of two
 * at once the one that ends it comes first: there is nothing to be paused any more then.
 */
const takeDue = plannedEachTime(
  `SELECT ${heldColumns}, greatest(s.due_at, s.activated_at) AS "dueAt", CASE s.due_at
     WHEN s.scheduled_cancel_at THEN 'cancel'
     WHEN CASE WHEN s.status <> 'DRAFT' THEN s.end_date END THEN 'expire'
     WHEN CASE WHEN s.status = 'DRAFT' THEN s.trial_ends_at END THEN 'end-trial'
     ELSE 'pause' END AS what
   FROM subscription s WHERE s.due_at <= now() AND coalesce(s.held_until <= now(), true)
   ORDER BY s.due_at, s.id LIMIT 1 FOR UPDATE SKIP LOCKED`,
);

const holdOff = statement(
  'hold-off-subscription',
  `UPDATE subscription SET attempt = attempt + 1, held_until = now() + least(power(2, attempt), 3600) * interval '1 s' WHERE id = $1::uuid RETURNING attempt`,
);

type Due = HeldSubscription & { readonly dueAt: Date; readonly what: 'cancel' | 'expire' | 'end-trial' | 'pause' };

export interface MoveDeps extends PlaceDeps {
  readonly log: Log;
}

/**
 * Moves the subscriptions whose time has come by the database's clock: trials that are over, pauses, ends. When several times of
 * one have passed, each is done in its turn, and counts from its own time. One that cannot be moved is held off and told of
 * once, and keeps no other waiting. Answers how many moves were made.
 */
export async function moveDueSubscriptions(deps: MoveDeps): Promise<number> {
  for (let moved = 0; ; moved += 1) if (!(await moveNext(deps))) return moved;
}

async function moveNext({ db, ring, log }: MoveDeps): Promise<boolean> {
  let taken: Due | undefined;
  try {
    await db.transaction(async (tx) => {
      taken = undefined;
      [taken] = await tx.query<Due>(takeDue, []);
      if (taken) await move({ db: tx, ring }, taken);
    });
  } catch (error) {
    if (!taken) throw error;
    await holdOffSubscription(db, taken.id, { log, error });
  }
  return taken !== undefined;
}

async function move(deps: PlaceDeps, due: Due): Promise<void> {
  const by = { at: due.dueAt, keyId: null };
  if (due.what === 'pause') return beginPause(deps, due, by);
  if (due.what === 'end-trial' && due.trialEndBehavior === 'AUTO_ACTIVATE') return beginSubscription(deps.db, due, by);
  if (due.what === 'cancel' && (await hasLineAgain(deps.db, due))) return keepSubscription(deps.db, due.id, null);
  return endSubscription(deps.db, due, due.what === 'expire' ? 'expire' : 'cancel', by);
}

async function holdOffSubscription(db: Db, subscriptionId: string, { log, error }: { readonly log: Log; readonly error: unknown }): Promise<void> {
  const [held] = await db.query<{ readonly attempt: number }>(holdOff, [subscriptionId]);
  if (held?.attempt === 1) log.error({ err: error, subscriptionId }, 'a subscription whose time has come cannot be moved');
}
