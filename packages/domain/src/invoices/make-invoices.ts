import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import { readToday } from '../billing/read-today.ts';
import { lockBillableSubscriptions } from '../subscriptions/lock-billable-subscriptions.ts';
import type { FailureBackoff } from './failure-backoff.ts';
import { makeInvoice } from './make-invoice.ts';

export interface InvoicingDeps {
  readonly db: Db;
  readonly log: Log;
  /** The subscriptions that could not be invoiced lately, of this process. */
  readonly backoff: FailureBackoff;
}

/** Then another run goes on, so that a stop does not wait for a long one. */
const runLimit = 500;

/**
 * Makes the invoices that are due, one cycle of one subscription a transaction: cycle, lines, charges and discounts, or none of
 * it. Whoever dies in between has done nothing. May run anywhere, also many at once; after an outage it makes good cycle by
 * cycle. One that fails is logged once and set aside for a while, and keeps nobody up. Answers how many were made.
 */
export async function makeInvoices(deps: InvoicingDeps, options: { readonly today?: string; readonly limit?: number } = {}): Promise<number> {
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
      const [subscription] = await lockBillableSubscriptions(tx, { today, limit: 1, excludedIds: backoff.waitingIds() });
      subscriptionId = subscription?.id;
      if (subscription) await makeInvoice(tx, subscription, today);
      return subscription !== undefined;
    });
    if (found && subscriptionId !== undefined) backoff.recordSuccess(subscriptionId);
    return found ? 'made' : 'none';
  } catch (error) {
    // Without a subscription in hand it is the database that fails, and the next run tries again.
    if (subscriptionId === undefined) throw error;
    if (backoff.recordFailure(subscriptionId) === 1) log.error({ err: error, subscriptionId }, 'the invoice of a subscription cannot be made');
    return 'failed';
  }
}
