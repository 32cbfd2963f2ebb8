import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import { draftOf } from './draft.ts';
import type { OrderAtHand } from './order-at-hand.ts';
import { recordProgress } from './record-progress.ts';
import { backoffMs } from './step.ts';
import type { StepError } from './step-error.ts';

const stumbleBackoff = { attempts: Number.POSITIVE_INFINITY, firstBackoffMs: 1_000, mostBackoffMs: 60_000 };

/** All that a client is told: what happened inside is in the log, under the order's id. */
const ourError: StepError = { code: 'internal-error', detail: 'An error on our side stopped this step. It will be tried again.' };

interface StumbleDeps {
  readonly db: Pick<Db, 'query'>;
  readonly log: Log;
}

export interface Stumble {
  readonly order: OrderAtHand;
  readonly hold: 'take' | 'keep';
  readonly error: unknown;
}

/**
 * Leaves an order that a programming error stopped to be rung for again, later each time, with a word of it on the step
 * under way and the whole in the log. What it cannot write (the database may be the reason) the end of the lease makes good.
 */
export async function stumble({ db, log }: StumbleDeps, { order, hold, error }: Stumble): Promise<void> {
  log.error({ err: error, orderId: order.known.orderId, orderType: order.type.code }, 'an order stumbled over an error of ours');
  const draft = draftOf(order);
  const underWay = order.steps.find(({ status }) => status === 'RUNNING' || status === 'ROLLING_BACK');
  if (underWay) draft.moveStep(underWay.position, { to: underWay.status, error: ourError });
  const takes = hold === 'take' ? order.takes + 1 : order.takes;
  const waitMs = backoffMs(stumbleBackoff, takes, 1);
  // From PENDING it counts as taken all the same, so that an order which can never even start ends as poison.
  const progress = draft.finish({ hold: hold === 'take' ? 'take' : 'release', due: { inMs: waitMs }, notBeforeMs: null });
  await recordProgress(db, [progress]).catch(() => {});
}
