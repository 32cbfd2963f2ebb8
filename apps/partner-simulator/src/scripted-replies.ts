import { z } from 'zod';
import { type FaultTarget, matchesTarget, matchShape } from './fault-match.ts';

/** The scripted replies: what a company replies to the next matching calls, instead of its usual reply. */
export const scriptedReply = z.strictObject({
  match: matchShape.default({}),
  answer: z.enum([
    'ACTIVE',
    'PENDING',
    'REFUSED',
    'CONFIRMED',
    'AUTHORIZED',
    'FAILED',
    'LATER',
    'ACCEPTED',
    'CONFLICT',
    'REJECTED',
  ]),
  /** The reason: a reason code, the authority's code, the clearing house's reason code. */
  reason: z.string().min(1).max(100).optional(),
  times: z.int().min(1).max(1_000_000).default(1),
});
export type ScriptedReply = z.infer<typeof scriptedReply>;

export interface ScriptedReplies {
  add(reply: ScriptedReply): void;
  /** The scripted reply to this call; each reply is used once. */
  consume(call: FaultTarget): Pick<ScriptedReply, 'answer' | 'reason'> | undefined;
  /** The unused replies. */
  all(): readonly ScriptedReply[];
  clear(): void;
}

export function createScriptedReplies(): ScriptedReplies {
  let replies: ScriptedReply[] = [];
  return {
    add: (reply) => void replies.push(reply),
    consume(call) {
      const found = replies.find((reply) => matchesTarget(reply.match, call));
      if (found) replies = replies.flatMap((reply) => (reply === found ? useOnce(reply) : [reply]));
      return found;
    },
    all: () => replies,
    clear: () => {
      replies = [];
    },
  };
}

function useOnce(reply: ScriptedReply): ScriptedReply[] {
  return reply.times > 1 ? [{ ...reply, times: reply.times - 1 }] : [];
}
