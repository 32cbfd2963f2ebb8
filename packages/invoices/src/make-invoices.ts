import { readToday } from '@linework/billing/read-today';
import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import { lockBillableSubscriptions } from '@linework/subscriptions/cycles/lock-billable-subscriptions';
import type { FailureBackoff } from './failure-backoff.ts';
import { makeInvoice } from './make-invoice.ts';

export interface InvoicingDeps {
  readonly db: Db;
  readonly log: Log;
  /** The subscriptions of this process whose invoice failed lately. */
  readonly backoff: FailureBackoff;
}

/** The rest is left to the next run, so that a shutdown does not wait for a long run. */
const runLimit = 500;

/**
 * Makes the due invoices, one cycle of one subscription per transaction. A crash in between leaves nothing half done.
 * Several processes may run it at the same time. After an outage it catches up cycle by cycle. A subscription that
 * fails is logged once, postponed, and does not delay the others. Returns the number of invoices made.
 */
export async function makeInvoices(
  deps: InvoicingDeps,
  options: { readonly today?: string; readonly limit?: number } = {},
): Promise<number> {
  const today = options.today ?? (await readToday(deps.db));
  const { limit = runLimit } = options;
  let made = 0;
  for (let attempted = 0; attempted < limit; attempted += 1) {
    const outcome = await makeNext(deps, today);
    if (outcome === 'none') break;
    if (outcome === 'made') made += 1;
  }
  return made;
}

async function makeNext({ db, log, backoff }: InvoicingDeps, today: string): Promise<'made' | 'failed' | 'none'> {
  let subscriptionId: string | undefined;
  try {
    const found = await db.transaction(async (tx) => {
      const [subscription] = await lockBillableSubscriptions(tx, {
        today,
        limit: 1,
        excludedIds: backoff.waitingIds(),
      });
      subscriptionId = subscription?.id;
      if (subscription) await makeInvoice(tx, subscription, today);
      return subscription !== undefined;
    });
    if (found && subscriptionId !== undefined) backoff.recordSuccess(subscriptionId);
    return found ? 'made' : 'none';
  } catch (error) {
    // Without a locked subscription the database itself failed; the next run tries again.
    if (subscriptionId === undefined) throw error;
    if (backoff.recordFailure(subscriptionId) === 1)
      log.error({ err: error, subscriptionId }, 'the invoice of a subscription cannot be made; the job retries it');
    return 'failed';
  }
}
