import { RefusedCall } from '@linework/simulator/refused-call';
import { unknown } from '../answer-call.ts';
import { later } from '../later.ts';
import type { Simulator } from '../simulator.ts';
import type { PortOut } from './bilhete.ts';

/** What the recipient answers to a cancel: `nothing` waits to be told. */
type Answer = 'CANCELLED' | 'ASKED' | 'nothing';

/** By the last four digits of the number. */
const byNumber: Readonly<Record<string, Answer>> = { '9911': 'ASKED', '9912': 'nothing' };

/** What a port-out becomes when its cancel is asked for. The recipient answers later; once the window has begun it is too late. */
export function cancelling({ now, answerAfterMs, told }: Simulator, found: PortOut): PortOut {
  if (found.status === 'CANCELLED' || found.status === 'CANCELLING') return found;
  if (found.status !== 'ASKED') throw new RefusedCall(409, 'not-now', `This port-out is ${found.status}.`);
  if (found.windowFrom !== undefined && Date.parse(found.windowFrom) <= now()) throw new RefusedCall(409, 'too-late', 'Its window has begun.');
  const order = told.take({ operation: 'clearing-house.cancel-port-out', id: found.id });
  if (order?.answer === 'REJECTED') throw new RefusedCall(409, order.reason ?? 'not-cancelled', 'The recipient does not agree.');
  if (order?.answer === 'LATER' || byNumber[found.msisdn.slice(-4)] === 'nothing') return { ...found, status: 'CANCELLING' };
  return { ...found, status: 'CANCELLING', answersAt: new Date(now() + answerAfterMs).toISOString() };
}

/** Gives the recipient's answer to a cancel and tells Linework that there is one. ASKED: it goes on. */
export function answerCancel({ books, notices }: Simulator, id: string, status: 'CANCELLED' | 'ASKED'): PortOut {
  const found = books.find('port-out', id);
  if (!found) throw unknown();
  if (found.status !== 'CANCELLING') throw new RefusedCall(409, 'not-now', `This port-out is ${found.status}.`);
  const { answersAt: _, ...kept } = found;
  const record: PortOut = { ...kept, status };
  books.record({ operation: 'answer-port-out', record });
  notices.ring('/portability/notifications', { ticket: id });
  return record;
}

/** Lets the recipient answer when its time has come, unless it has by then. */
export function answerCancelLater(simulator: Simulator, { id, answersAt, msisdn }: PortOut): void {
  later(simulator, answersAt, () => {
    const found = simulator.books.find('port-out', id);
    if (found?.status !== 'CANCELLING' || found.answersAt !== answersAt) return;
    answerCancel(simulator, id, byNumber[msisdn.slice(-4)] === 'ASKED' ? 'ASKED' : 'CANCELLED');
  });
}
