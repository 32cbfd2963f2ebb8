import { PassingFault, Refusal } from '@linework/domain/faults';
import type { MethodAnswer, PaymentAnswer, PaymentProvider, RefundAnswer } from '@linework/domain/partners/payment-provider';

/** What goes wrong with the next call about a record: before it took effect, after it, or in our own program. */
export type ProviderTrouble = 'away' | 'lost' | 'bug';

export interface HeldCall {
  /** Resolves when the call has come, and stands still before it takes effect. */
  readonly arrived: Promise<void>;
  release(): void;
}

export interface RecordingPaymentProvider extends PaymentProvider {
  /** Payment ids in the order in which money was taken, and how often each call was made. */
  readonly charged: readonly string[];
  readonly removed: readonly string[];
  /** Refund ids in the order in which money was given back. */
  readonly refunded: readonly string[];
  callsOf(id: string): number;
  /** The next call about this payment or method comes to grief. */
  trouble(id: string, trouble: ProviderTrouble): void;
  /** The next charge or registration under this id stands still until it is released. */
  hold(id: string): HeldCall;
  /** What it says of a payment from now on. */
  settle(paymentId: string, answer: PaymentAnswer): void;
  decide(methodId: string, answer: MethodAnswer): void;
  /** What it says of a refund from now on; also of one that it has not been asked for yet. */
  settleRefund(refundId: string, answer: RefundAnswer): void;
  /** The next refund of this payment is refused with this code. */
  refuseRefund(paymentId: string, code: string): void;
}

interface Gate {
  readonly arrive: () => void;
  readonly released: Promise<void>;
}

/**
 * A payment provider inside the test's own process, for tests of what is recorded. Charges by tokens that begin with
 * `tok_declined` fail, `tok_later` are authorised, `tok_wait` wait; others are confirmed. What is called off before it came is
 * never charged.
 */
export function recordingPaymentProvider(): RecordingPaymentProvider {
  const [payments, methods] = [new Map<string, PaymentAnswer>(), new Map<string, MethodAnswer>()];
  const [charged, removed, calls]: [string[], string[], string[]] = [[], [], []];
  const [troubles, gates] = [new Map<string, ProviderTrouble>(), new Map<string, Gate>()];

  async function act<Answer>(id: string, work: () => Answer): Promise<Answer> {
    calls.push(id);
    const [trouble, gate] = [troubles.get(id), gates.get(id)];
    troubles.delete(id);
    gates.delete(id);
    gate?.arrive();
    await gate?.released;
    if (trouble === 'away') throw new PassingFault('away', 'The provider is away.');
    if (trouble === 'bug') throw new TypeError('a mistake of ours');
    const answer = work();
    if (trouble === 'lost') throw new PassingFault('time-out', 'The answer was lost.');
    return answer;
  }

  return {
    charged,
    removed,
    callsOf: (id) => calls.filter((called) => called === id).length,
    trouble: (id, trouble) => void troubles.set(id, trouble),
    hold(id) {
      const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      gates.set(id, { arrive: arrived.resolve, released: released.promise });
      return { arrived: arrived.promise, release: released.resolve };
    },
    settle: (id, answer) => void payments.set(id, answer),
    decide: (id, answer) => void methods.set(id, answer),
    registerMethod: (_call, { methodId, type, token }) => act(methodId, () => remember(methods, methodId, () => methodBy(type, token))),
    findMethod: (id) => act(id, () => methods.get(id)),
    removeMethod: (_call, id) =>
      act(id, () => {
        removed.push(id);
        methods.delete(id);
      }),
    charge: (_call, { paymentId, token }) =>
      act(paymentId, () =>
        remember(payments, paymentId, () => {
          const answer = chargeBy(token);
          if (answer.status !== 'FAILED') charged.push(paymentId);
          return answer;
        }),
      ),
    findPayment: (id) => act(id, () => payments.get(id)),
    cancelPayment: (_call, id) =>
      act(id, () => {
        const known = payments.get(id);
        if (known && !['PENDING', 'AUTHORIZED'].includes(known.status)) return known;
        payments.set(id, { status: 'CANCELED' });
        return { status: 'CANCELED' };
      }),
    ...refundsOf(act),
  };
}

type Act = <Answer>(id: string, work: () => Answer) => Promise<Answer>;
type Refunds = Pick<RecordingPaymentProvider, 'refunded' | 'settleRefund' | 'refuseRefund' | 'refund' | 'findRefund' | 'cancelRefund'>;

/** Gives money back at once, once for each refund. A refund that was called off before it came is never made. */
function refundsOf(act: Act): Refunds {
  const refunded: string[] = [];
  const [refunds, refusals] = [new Map<string, RefundAnswer>(), new Map<string, string>()];
  return {
    refunded,
    settleRefund: (id, answer) => void refunds.set(id, answer),
    refuseRefund: (paymentId, code) => void refusals.set(paymentId, code),
    refund: (_call, { refundId, paymentId }) =>
      act(refundId, () => {
        const code = refusals.get(paymentId);
        refusals.delete(paymentId);
        if (code !== undefined) throw new Refusal(code, 'No.');
        return remember(refunds, refundId, () => {
          refunded.push(refundId);
          return { status: 'COMPLETED' };
        });
      }),
    findRefund: (id) => act(id, () => refunds.get(id)),
    cancelRefund: (_call, id) =>
      act(id, () => {
        const known = refunds.get(id);
        if (known && known.status !== 'PENDING') return known;
        refunds.set(id, { status: 'CANCELED' });
        return { status: 'CANCELED' };
      }),
  };
}

/** Acts once for each id. */
function remember<Answer>(known: Map<string, Answer>, id: string, make: () => Answer): Answer {
  const answer = known.get(id) ?? make();
  known.set(id, answer);
  return answer;
}

function methodBy(type: string, token: string): MethodAnswer {
  if (token.startsWith('tok_refused')) return { status: 'REFUSED', reason: 'stolen' };
  if (type === 'PIX_AUTHORIZATION') return { status: 'PENDING' };
  return { status: 'ACTIVE', brand: 'visa', lastFour: '1111', expiresOn: '2035-12-31' };
}

function chargeBy(token: string): PaymentAnswer {
  if (token.startsWith('tok_declined')) return { status: 'FAILED', reason: 'insufficient-funds' };
  if (token.startsWith('tok_later')) return { status: 'AUTHORIZED' };
  return { status: token.startsWith('tok_wait') ? 'PENDING' : 'CONFIRMED' };
}
