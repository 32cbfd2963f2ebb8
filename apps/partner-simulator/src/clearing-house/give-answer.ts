import { RefusedCall } from '@linework/simulator/refused-call';
import { unknown } from '../answer-call.ts';
import { later } from '../later.ts';
import type { Simulator } from '../simulator.ts';
import type { Bilhete } from './bilhete.ts';
import { type DonorAnswer, donorAnswer } from './donor-answer.ts';

/** Gives the donor's answer to a bilhete and tells Linework that there is one. An accepted bilhete may still fall into conflict or be rejected. */
export function giveAnswer({ books, notices }: Simulator, id: string, { status, reasonCode, detail }: DonorAnswer): Bilhete {
  const found = books.find('bilhete', id);
  if (!found) throw unknown();
  if (found.status !== 'PENDING' && found.status !== 'ACCEPTED') throw new RefusedCall(409, 'not-now', `This bilhete is ${found.status}.`);
  const { answersAt: _, ...kept } = found;
  const record = { ...kept, status, reasonCode, detail };
  books.record({ operation: 'answer', record });
  notices.ring('/portability/notifications', { portInId: id });
  return record;
}

/** Lets the donor answer when its time has come, unless it has by then. */
export function answerLater(simulator: Simulator, { id, answersAt }: Bilhete): void {
  later(simulator, answersAt, () => {
    const found = simulator.books.find('bilhete', id);
    // A bilhete that was put right meanwhile is answered at its own time.
    if (found?.status !== 'PENDING' || found.answersAt !== answersAt) return;
    const answer = donorAnswer(found, simulator.told.take({ operation: found.corrected ? 'clearing-house.correct' : 'clearing-house.request', id }));
    if (answer !== 'nothing') giveAnswer(simulator, id, answer);
  });
}
