import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import type { OrderSnapshot } from '../model/order-snapshot.ts';
import { computeBackoffMs } from '../model/step.ts';
import type { StepError } from '../model/step-error.ts';
import { draftTransition } from '../planning/transition-draft.ts';
import { commitTransition } from '../store/commit-transition.ts';

const errorBackoff = { attempts: Number.POSITIVE_INFINITY, firstBackoffMs: 1_000, backoffLimitMs: 60_000 };

/** The client sees only this text. The log has the whole error under the order's id. */
const internalError: StepError = {
  code: 'internal-error',
  detail: 'An internal error stopped this step. It is tried again later.',
};

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
 * Releases an order after an error in our own code. The order is due again after a wait that doubles each time. The
 * running step gets a short error and the log the whole one. If this write fails too, for example because the database
 * is down, the lease expires and the sweep re-queues the order.
 */
export async function releaseAfterError(
  { db, log }: ReleaseDeps,
  { order, lease, error }: FailedExecution,
): Promise<void> {
  log.error(
    { err: error, orderId: order.context.orderId, orderType: order.type.code },
    'order released after an internal error; it is tried again later',
  );
  const draft = draftTransition(order);
  const activeStep = order.steps.find(({ status }) => status === 'RUNNING' || status === 'ROLLING_BACK');
  if (activeStep) draft.moveStep(activeStep.position, { to: activeStep.status, error: internalError });
  const acquisitions = lease === 'acquire' ? order.acquisitions + 1 : order.acquisitions;
  const waitMs = computeBackoffMs(errorBackoff, acquisitions, 1);
  // An error during the acquisition counts as an acquisition, so that an order which can never start ends as poison.
  const transition = draft.build({
    lease: lease === 'acquire' ? 'acquire' : 'release',
    due: { inMs: waitMs },
    notBeforeMs: null,
  });
  await commitTransition(db, [transition]).catch(() => {});
}
