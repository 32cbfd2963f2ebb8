import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import { commitTransition } from './commit-transition.ts';
import type { OrderSnapshot } from './order-snapshot.ts';
import { computeBackoffMs } from './step.ts';
import type { StepError } from './step-error.ts';
import { draftTransition } from './transition-draft.ts';

const errorBackoff = { attempts: Number.POSITIVE_INFINITY, firstBackoffMs: 1_000, backoffLimitMs: 60_000 };

/** All that a client is told: what happened inside is in the log, under the order's id. */
const internalError: StepError = { code: 'internal-error', detail: 'An error on our side stopped this step. It will be tried again.' };

interface ReleaseDeps {
  readonly db: Pick<Db, 'query'>;
  readonly log: Log;
}

export interface FailedExecution {
  readonly order: OrderSnapshot;
  readonly lease: 'acquire' | 'renew';
  readonly error: unknown;
}

/**
 * Leaves an order that a programming error stopped to be rung for again, later each time, with a word of it on the step
 * under way and the whole in the log. What it cannot write (the database may be the reason) the end of the lease makes good.
 */
export async function releaseAfterError({ db, log }: ReleaseDeps, { order, lease, error }: FailedExecution): Promise<void> {
  log.error({ err: error, orderId: order.context.orderId, orderType: order.type.code }, 'an order stumbled over an error of ours');
  const draft = draftTransition(order);
  const activeStep = order.steps.find(({ status }) => status === 'RUNNING' || status === 'ROLLING_BACK');
  if (activeStep) draft.moveStep(activeStep.position, { to: activeStep.status, error: internalError });
  const acquisitions = lease === 'acquire' ? order.acquisitions + 1 : order.acquisitions;
  const waitMs = computeBackoffMs(errorBackoff, acquisitions, 1);
  // From PENDING it counts as taken all the same, so that an order which can never even start ends as poison.
  const transition = draft.build({ lease: lease === 'acquire' ? 'acquire' : 'release', due: { inMs: waitMs }, notBeforeMs: null });
  await commitTransition(db, [transition]).catch(() => {});
}
