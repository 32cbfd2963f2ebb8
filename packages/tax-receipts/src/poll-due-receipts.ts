import type { Log } from '@linework/log/log';
import { getFailureCode } from '@linework/partners/unanswered/get-failure-code';
import { defaultAnswerLimitMs, recordFailure } from '@linework/partners/unanswered/record-failure';
import { type AuthorityDeps, callAuthority } from './call-authority.ts';
import { acquireDueReceipts, postponeReceipt } from './receipt-lease.ts';
import type { ReceiptSnapshot } from './receipt-snapshot.ts';

const batchSize = 16;

export interface PollDeps extends AuthorityDeps {
  readonly leaseMs: number;
  readonly log: Log;
  /** The age at which calls without a response stop; a day by default. */
  readonly responseLimitMs?: number | undefined;
  /** A monotonic clock: it continues while the process is stopped, and it cannot be set. */
  readonly monotonicMs?: () => number;
}

/**
 * Calls the tax authority about every receipt that is due: its call had no response, or its caller has died. May run in several processes at once;
 * returns how many receipts were processed. A worker that was stopped until half of the lease was over makes no call: the receipt is due again when
 * the lease ends. A receipt that fails because of an internal error is logged and postponed, and stops no other.
 */
export async function pollDueReceipts(deps: PollDeps): Promise<number> {
  const { leaseMs, monotonicMs = () => performance.now() } = deps;
  let count = 0;
  for (;;) {
    const sentMs = monotonicMs();
    const due = await acquireDueReceipts(deps.db, batchSize, leaseMs);
    await Promise.all(due.map((receipt) => (monotonicMs() - sentMs > leaseMs / 2 ? leave(deps, receipt) : callOrPostpone(deps, receipt))));
    count += due.length;
    if (due.length < batchSize) return count;
  }
}

function leave({ log }: PollDeps, { id }: ReceiptSnapshot): void {
  log.warn(
    { taxReceiptId: id },
    'a tax receipt was acquired but no call was made: this worker was paused and its lease is nearly over; another worker acquires it then',
  );
}

async function callOrPostpone(deps: PollDeps, receipt: ReceiptSnapshot): Promise<void> {
  try {
    const outcome = await callAuthority(deps, receipt);
    if (outcome.kind === 'unanswered') await recordUnanswered(deps, receipt, outcome.code);
  } catch (error) {
    deps.log.error({ err: error, taxReceiptId: receipt.id }, 'a tax receipt could not be settled; it is tried again later');
    await postponeReceipt(deps.db, receipt);
    await recordUnanswered(deps, receipt, getFailureCode(error));
  }
}

async function recordUnanswered({ db, log, responseLimitMs: limitMs = defaultAnswerLimitMs }: PollDeps, { id }: ReceiptSnapshot, code: string): Promise<void> {
  const stopped = await recordFailure(db, { kind: 'tax-receipt', recordId: id, code, limitMs });
  if (stopped) log.warn({ taxReceiptId: id, code }, 'the tax authority has not answered about a receipt for too long; an operator has to decide');
}
