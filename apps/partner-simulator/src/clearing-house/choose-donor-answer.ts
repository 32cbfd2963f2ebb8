import type { ScriptedReplies, ScriptedReply } from '../scripted-replies.ts';
import { type Bilhete, type ReasonCode, reasonCodes } from './bilhete.ts';

/** The donor's reply to a bilhete; a silent donor replies only on command. */
export interface DonorAnswer {
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
export function chooseDonorAnswer(
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
