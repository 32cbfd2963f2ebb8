import { CutConnection } from '@linework/simulator/with-fault';
import type { ScriptedReplies } from '../scripted-replies.ts';
import type { Charge } from './charge.ts';

interface ChargeInput {
  readonly id: string;
  readonly token: string;
  readonly amount: string;
}

type ChargeOutcome = 'approve' | 'decline' | 'authorise' | 'wait';

const outcomesByReply: Readonly<Record<string, ChargeOutcome>> = {
  CONFIRMED: 'approve',
  FAILED: 'decline',
  AUTHORIZED: 'authorise',
  LATER: 'authorise',
  PENDING: 'wait',
};
const outcomesByToken: readonly (readonly [begin: string, way: ChargeOutcome])[] = [
  ['tok_declined', 'decline'],
  ['tok_later', 'authorise'],
  ['tok_wait', 'wait'],
];
const outcomesByAmount: Readonly<Record<string, ChargeOutcome>> = {
  '666.66': 'decline',
  '777.77': 'authorise',
  '888.88': 'wait',
};

/**
 * The provider's result for a charge: the scripted reply if there is one, otherwise by the start of the token,
 * otherwise by the amount. A charge that is only authorised is settled at `settlesAt`.
 */
export function createCharge(
  { id, token, amount }: ChargeInput,
  scripted: ReturnType<ScriptedReplies['consume']>,
  settlesAt: string,
): Charge {
  const charge = { kind: 'charge', id, token, amount, currency: 'BRL' } as const;
  const tokenOutcome = outcomesByToken.find(([begin]) => token.startsWith(begin))?.[1];
  switch (outcomesByReply[scripted?.answer ?? ''] ?? tokenOutcome ?? outcomesByAmount[amount]) {
    case 'decline':
      return { ...charge, status: 'FAILED', reason: scripted?.reason ?? 'INSUFFICIENT_FUNDS' };
    case 'authorise':
      return { ...charge, status: 'AUTHORIZED', settlesAt };
    case 'wait':
      return { ...charge, status: 'PENDING' };
    default:
      return { ...charge, status: 'CONFIRMED' };
  }
}

/** The response to the first charge of such a token is lost; the charge takes effect. */
export function dropResponse({ token }: Charge): void {
  if (token?.startsWith('tok_timeout')) throw new CutConnection();
}
