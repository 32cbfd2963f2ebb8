import type { Db } from '@linework/db/db';
import { draftOf } from './draft.ts';
import type { OrderAtHand } from './order-at-hand.ts';
import { recordProgress } from './record-progress.ts';
import { backoffMs } from './step.ts';
import { stepError } from './step-error.ts';

const stumbleBackoff = { attempts: Number.POSITIVE_INFINITY, firstBackoffMs: 1_000, mostBackoffMs: 60_000 };

export interface Stumble {
  readonly order: OrderAtHand;
  readonly hold: 'take' | 'keep';
  readonly error: unknown;
}

/**
 * Leaves an order that a programming error stopped to be rung for again, later each time, with the error kept on the step
 * under way. What it cannot write (the database may be the reason) the end of the lease makes good.
 */
export async function stumble(db: Pick<Db, 'query'>, { order, hold, error }: Stumble): Promise<void> {
  const draft = draftOf(order);
  const detail = error instanceof Error ? error.message : String(error);
  const underWay = order.steps.find(({ status }) => status === 'RUNNING' || status === 'ROLLING_BACK');
  if (underWay) draft.moveStep(underWay.position, { to: underWay.status, error: stepError('internal-error', detail) });
  const takes = hold === 'take' ? order.takes + 1 : order.takes;
  const waitMs = backoffMs(stumbleBackoff, takes, 1);
  // From PENDING it counts as taken all the same, so that an order which can never even start ends as poison.
  const progress = draft.finish({ hold: hold === 'take' ? 'take' : 'release', due: { inMs: waitMs }, notBeforeMs: null });
  await recordProgress(db, [progress]).catch(() => {});
}
