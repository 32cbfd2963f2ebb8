import { z } from 'zod';
import { match, matches, type StrikableCall } from './fault.ts';

/** What a company is to answer to the next calls that fit, in place of what it would. */
export const answerOrder = z.strictObject({
  match: match.default({}),
  answer: z.enum(['ACTIVE', 'PENDING', 'REFUSED', 'CONFIRMED', 'AUTHORIZED', 'FAILED', 'LATER', 'ACCEPTED', 'CONFLICT', 'REJECTED']),
  /** Why: a reason, the authority's code, the clearing house's reason code. */
  reason: z.string().min(1).max(100).optional(),
  times: z.int().min(1).max(1_000_000).default(1),
});
export type AnswerOrder = z.infer<typeof answerOrder>;

export interface ToldAnswers {
  tell(order: AnswerOrder): void;
  /** What the company was told to answer to this call, used up by it. */
  take(call: StrikableCall): Pick<AnswerOrder, 'answer' | 'reason'> | undefined;
  /** What is left of them. */
  all(): readonly AnswerOrder[];
  clear(): void;
}

export function createToldAnswers(): ToldAnswers {
  let orders: AnswerOrder[] = [];
  return {
    tell: (order) => void orders.push(order),
    take(call) {
      const found = orders.find((order) => matches(order.match, call));
      if (found) orders = orders.flatMap((order) => (order === found ? lessOne(order) : [order]));
      return found;
    },
    all: () => orders,
    clear: () => {
      orders = [];
    },
  };
}

function lessOne(order: AnswerOrder): AnswerOrder[] {
  return order.times > 1 ? [{ ...order, times: order.times - 1 }] : [];
}
