import type { Log } from '@linework/log/log';
import { type AuthorityDeps, askAuthority } from './ask-authority.ts';
import { claimDue, putOff } from './lease.ts';
import type { ReceiptAtHand } from './receipt-at-hand.ts';

const mostAtOnce = 16;

export interface AskingDeps extends AuthorityDeps {
  readonly leaseMs: number;
  readonly log: Log;
}

/**
 * Asks the tax authority about every receipt that is due: where it did not answer, or whoever asked has died. May run anywhere, also many at once; says
 * how many were asked about. One that fails for a reason of our own is told in the log and put off, and stops no other.
 */
export async function askDueReceipts(deps: AskingDeps): Promise<number> {
  let count = 0;
  for (;;) {
    const due = await claimDue(deps.db, mostAtOnce, deps.leaseMs);
    await Promise.all(due.map((receipt) => askOrPutOff(deps, receipt)));
    count += due.length;
    if (due.length < mostAtOnce) return count;
  }
}

async function askOrPutOff(deps: AskingDeps, receipt: ReceiptAtHand): Promise<void> {
  try {
    await askAuthority(deps, receipt);
  } catch (error) {
    deps.log.error({ err: error, taxReceiptId: receipt.id }, 'a tax receipt could not be settled');
    await putOff(deps.db, receipt);
  }
}
