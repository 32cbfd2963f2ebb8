import { RejectedCall } from '@linework/simulator/rejected-call';
import type { Simulator } from '../open-simulator.ts';
import { unknownRecord } from '../respond-to-call.ts';
import { runLater } from '../run-later.ts';
import type { Bilhete } from './bilhete.ts';
import { chooseDonorAnswer, type DonorAnswer } from './choose-donor-answer.ts';

/**
 * Sets the donor's reply to a bilhete and notifies Linework. An accepted bilhete may still become a conflict or be
 * rejected.
 */
export function answerBilhete(
  { store, webhooks }: Simulator,
  id: string,
  { status, reasonCode, detail }: DonorAnswer,
): Bilhete {
  const found = store.find('bilhete', id);
  if (!found) throw unknownRecord();
  if (found.status !== 'PENDING' && found.status !== 'ACCEPTED')
    throw new RejectedCall(409, 'not-now', `This bilhete is ${found.status}.`);
  const { answersAt: _, ...kept } = found;
  const record = { ...kept, status, reasonCode, detail };
  store.record({ operation: 'answer', record });
  webhooks.notify('/portability/notifications', { portInId: id });
  return record;
}

/** The donor's reply after its delay, unless it has replied before. */
export function answerBilheteLater(simulator: Simulator, { id, answersAt }: Bilhete): void {
  runLater(simulator, answersAt, () => {
    const found = simulator.store.find('bilhete', id);
    // A bilhete that was corrected in the meantime has its own time for the reply.
    if (found?.status !== 'PENDING' || found.answersAt !== answersAt) return;
    const answer = chooseDonorAnswer(
      found,
      simulator.scriptedReplies.consume({
        operation: found.corrected ? 'clearing-house.correct' : 'clearing-house.request',
        id,
      }),
    );
    if (answer !== 'no-answer') answerBilhete(simulator, id, answer);
  });
}
