import { CutConnection } from '@linework/simulator/under-fault';
import type { ToldAnswers } from '../told-answers.ts';
import type { Charge } from './charge.ts';

interface Asked {
  readonly id: string;
  readonly token: string;
  readonly amount: string;
}

type Way = 'approve' | 'decline' | 'authorise' | 'wait';

const ways: Readonly<Record<string, Way>> = { CONFIRMED: 'approve', FAILED: 'decline', AUTHORIZED: 'authorise', LATER: 'authorise', PENDING: 'wait' };
const waysByToken: readonly (readonly [begin: string, way: Way])[] = [
  ['tok_declined', 'decline'],
  ['tok_later', 'authorise'],
  ['tok_wait', 'wait'],
];
const waysByAmount: Readonly<Record<string, Way>> = { '666.66': 'decline', '777.77': 'authorise', '888.88': 'wait' };

/** What the provider makes of a charge: by what it was told, else by how the token begins, else by the amount. What is only authorised is settled at `settlesAt`. */
export function answerToCharge({ id, token, amount }: Asked, told: ReturnType<ToldAnswers['take']>, settlesAt: string): Charge {
  const charge = { kind: 'charge', id, token, amount, currency: 'BRL' } as const;
  const byToken = waysByToken.find(([begin]) => token.startsWith(begin))?.[1];
  switch (ways[told?.answer ?? ''] ?? byToken ?? waysByAmount[amount]) {
    case 'decline':
      return { ...charge, status: 'FAILED', reason: told?.reason ?? 'INSUFFICIENT_FUNDS' };
    case 'authorise':
      return { ...charge, status: 'AUTHORIZED', settlesAt };
    case 'wait':
      return { ...charge, status: 'PENDING' };
    default:
      return { ...charge, status: 'CONFIRMED' };
  }
}

/** The answer to the first charge of such a token never arrives; the charge is made. */
export function loseAnswer({ token }: Charge): void {
  if (token?.startsWith('tok_timeout')) throw new CutConnection();
}
