import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import { todayOf } from '../billing/today.ts';
import { claimBillable } from '../subscriptions/claim-billable.ts';
import { makeInvoice } from './make-invoice.ts';
import type { SetAside } from './set-aside.ts';

export interface InvoicingDeps {
  readonly db: Db;
  readonly log: Log;
  /** The subscriptions that could not be invoiced lately, of this process. */
  readonly setAside: SetAside;
}

/** Then another run goes on, so that a stop does not wait for a long one. */
const mostInARun = 500;

/**
 * Makes the invoices that are due, one cycle of one subscription a transaction: cycle, lines, charges and discounts, or none of
 * it. Whoever dies in between has done nothing. May run anywhere, also many at once; after an outage it makes good cycle by
 * cycle. One that fails is logged once and set aside for a while, and keeps nobody up. Answers how many were made.
 */
export async function makeInvoices(deps: InvoicingDeps, asked: { readonly today?: string; readonly most?: number } = {}): Promise<number> {
  const today = asked.today ?? (await todayOf(deps.db));
  const { most = mostInARun } = asked;
  let made = 0;
  for (let tried = 0; tried < most; tried += 1) {
    const outcome = await makeNext(deps, today);
    if (outcome === 'none') break;
    if (outcome === 'made') made += 1;
  }
  return made;
}

async function makeNext({ db, log, setAside }: InvoicingDeps, today: string): Promise<'made' | 'failed' | 'none'> {
  let subscriptionId: string | undefined;
  try {
    const found = await db.transaction(async (tx) => {
      const [billable] = await claimBillable(tx, { today, most: 1, without: setAside.now() });
      subscriptionId = billable?.id;
      if (billable) await makeInvoice(tx, billable, today);
      return billable !== undefined;
    });
    if (found && subscriptionId !== undefined) setAside.forget(subscriptionId);
    return found ? 'made' : 'none';
  } catch (error) {
    // Without a subscription in hand it is the database that fails, and the next run tries again.
    if (subscriptionId === undefined) throw error;
    if (setAside.add(subscriptionId) === 1) log.error({ err: error, subscriptionId }, 'the invoice of a subscription cannot be made');
    return 'failed';
  }
}
