import { RejectedCall } from '@linework/simulator/rejected-call';
import type { Simulator } from '../open-simulator.ts';
import { unknownRecord } from '../respond-to-call.ts';
import { runLater } from '../run-later.ts';
import type { PortOut } from './bilhete.ts';

/** The recipient's reply to a cancel; with `nothing` it replies only on command. */
type CancelAnswer = 'CANCELLED' | 'ASKED' | 'no-answer';

/** Chosen by the last four digits of the number. */
const answersByNumber: Readonly<Record<string, CancelAnswer>> = { '9911': 'ASKED', '9912': 'no-answer' };

/**
 * The state of a port-out after a cancel request. The recipient replies later. Once the window has begun, it is too
 * late.
 */
export function startCancel({ now, answerAfterMs, scriptedReplies }: Simulator, found: PortOut): PortOut {
  if (found.status === 'CANCELLED' || found.status === 'CANCELLING') return found;
  if (found.status !== 'ASKED') throw new RejectedCall(409, 'not-now', `This port-out is ${found.status}.`);
  if (found.windowFrom !== undefined && Date.parse(found.windowFrom) <= now())
    throw new RejectedCall(409, 'too-late', 'Its window has begun.');
  const reply = scriptedReplies.consume({ operation: 'clearing-house.cancel-port-out', id: found.id });
  if (reply?.answer === 'REJECTED')
    throw new RejectedCall(409, reply.reason ?? 'not-cancelled', 'The recipient does not agree.');
  if (reply?.answer === 'LATER' || answersByNumber[found.msisdn.slice(-4)] === 'no-answer')
    return { ...found, status: 'CANCELLING' };
  return { ...found, status: 'CANCELLING', answersAt: new Date(now() + answerAfterMs).toISOString() };
}

/** Sets the recipient's reply to a cancel and notifies Linework. ASKED: the port-out continues. */
export function answerCancel({ store, webhooks }: Simulator, id: string, status: 'CANCELLED' | 'ASKED'): PortOut {
  const found = store.find('port-out', id);
  if (!found) throw unknownRecord();
  if (found.status !== 'CANCELLING') throw new RejectedCall(409, 'not-now', `This port-out is ${found.status}.`);
  const { answersAt: _, ...kept } = found;
  const record: PortOut = { ...kept, status };
  store.record({ operation: 'answer-port-out', record });
  webhooks.notify('/portability/notifications', { ticket: id });
  return record;
}

/** The recipient's reply after its delay, unless it has replied before. */
export function answerCancelLater(simulator: Simulator, { id, answersAt, msisdn }: PortOut): void {
  runLater(simulator, answersAt, () => {
    const found = simulator.store.find('port-out', id);
    if (found?.status !== 'CANCELLING' || found.answersAt !== answersAt) return;
    answerCancel(simulator, id, answersByNumber[msisdn.slice(-4)] === 'ASKED' ? 'ASKED' : 'CANCELLED');
  });
}
