import { RejectedCall } from '@linework/simulator/rejected-call';
import type { Simulator } from '../open-simulator.ts';
import { unknownRecord } from '../respond-to-call.ts';
import { runLater } from '../run-later.ts';
import type { ScriptedReplies, ScriptedReply } from '../scripted-replies.ts';
import { type Bilhete, type ReasonCode, reasonCodes } from './bilhete.ts';

/** The donor's reply to a bilhete; a silent donor replies only on command. */
interface DonorAnswer {
  readonly status: 'ACCEPTED' | 'CONFLICT' | 'REJECTED';
  readonly reasonCode?: ReasonCode | undefined;
  readonly detail?: string | undefined;
}

const conflict = (reasonCode: ReasonCode): DonorAnswer => ({ status: 'CONFLICT', reasonCode });
const rejected = (reasonCode: ReasonCode): DonorAnswer => ({ status: 'REJECTED', reasonCode });

/** Chosen by the last four digits of the number. */
const answersByNumber: Readonly<Record<string, DonorAnswer | 'no-answer'>> = {
  '9901': conflict('WRONG_DATA'),
  '9902': conflict('WINDOW_UNAVAILABLE'),
  '9903': conflict('NUMBER_BLOCKED'),
  '9904': conflict('NOT_A_CUSTOMER'),
  '9905': rejected('NUMBER_UNAVAILABLE'),
  '9906': rejected('NOT_A_CUSTOMER'),
  '9907': rejected('DONOR_UNKNOWN'),
  '9908': rejected('REQUEST_RUNNING'),
  '9909': 'no-answer',
};

/**
 * The donor's reply for a number: the scripted reply if there is one, otherwise by the number. A corrected bilhete is
 * accepted.
 */
function chooseDonorAnswer(
  { msisdn, corrected }: Bilhete,
  scripted: ReturnType<ScriptedReplies['consume']>,
): DonorAnswer | 'no-answer' {
  if (scripted) return toDonorAnswer(scripted);
  const answer = answersByNumber[msisdn.slice(-4)];
  if (answer === undefined || (corrected && answer !== 'no-answer' && answer.status === 'CONFLICT'))
    return { status: 'ACCEPTED' };
  return answer;
}

function toDonorAnswer({ answer, reason }: Pick<ScriptedReply, 'answer' | 'reason'>): DonorAnswer | 'no-answer' {
  const reasonCode = reasonCodes.find((code) => code === reason) ?? 'WRONG_DATA';
  if (answer === 'CONFLICT' || answer === 'REJECTED') return { status: answer, reasonCode };
  return answer === 'ACCEPTED' ? { status: 'ACCEPTED' } : 'no-answer';
}

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
