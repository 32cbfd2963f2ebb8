import { crashPoint } from '../orders/crash-points.ts';
import { askEachDue } from '../partners/ask-each-due.ts';
import type { PaymentDeps } from '../payment-methods/ask-about-methods.ts';
import { answerForRefund } from './answer-for-refund.ts';
import { type DueRefund, putOffRefund, takeDueRefunds } from './due-refunds.ts';
import { recordRefund } from './record-refund.ts';

/**
 * Has the provider give money back, and asks about refunds that it has not settled. Calls are made outside transactions, under the
 * refund's id. Answers how many refunds it looked at.
 */
export function askAboutRefunds(deps: PaymentDeps): Promise<number> {
  const { db, log } = deps;
  return askEachDue({
    take: (limit) => takeDueRefunds(db, limit),
    ask: (refund, signal) => askAbout(deps, refund, signal),
    putOff: (refund) => putOffRefund(db, refund),
    log,
    what: 'refund',
    db,
    answerLimitMs: deps.answerLimitMs,
  });
}

async function askAbout({ db, paymentProvider }: PaymentDeps, refund: DueRefund, signal: AbortSignal): Promise<void> {
  const { status, reason } = await answerForRefund(paymentProvider, refund, signal);
  crashPoint('before-record');
  if (status === 'PENDING') return putOffRefund(db, refund);
  await recordRefund(db, refund, { status: status === 'COMPLETED' ? 'COMPLETED' : 'FAILED', reason });
}
