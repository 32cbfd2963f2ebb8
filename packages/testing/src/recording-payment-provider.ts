import type { MethodResponse, PaymentProvider, PaymentResponse, RefundResponse } from '@linework/domain/partners/payment-provider';
import { PermanentError, TransientError } from '@linework/domain/system-errors';

/** What goes wrong with the next call about a record: before it took effect, after it, or in our own program. */
type ProviderFailure = 'away' | 'lost' | 'bug';

interface HeldCall {
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
  countCalls(id: string): number;
  /** The next call about this payment or method comes to grief. */
  failNext(id: string, failNext: ProviderFailure): void;
  /** The next charge or registration under this id stands still until it is released. */
  hold(id: string): HeldCall;
  /** What it says of a payment from now on. */
  settle(paymentId: string, answer: PaymentResponse): void;
  decide(methodId: string, answer: MethodResponse): void;
  /** What it says of a refund from now on; also of one that it has not been asked for yet. */
  settleRefund(refundId: string, answer: RefundResponse): void;
  /** The next refund of this payment is refused with this code. */
  rejectRefund(paymentId: string, code: string): void;
}

interface PendingHold {
  readonly arrive: () => void;
  readonly released: Promise<void>;
}

/**
 * A payment provider inside the test's own process, for tests of what is recorded. Charges by tokens that begin with
 * `tok_declined` fail, `tok_later` are authorised, `tok_wait` wait; others are confirmed. What is called off before it came is
 * never charged.
 */
export function recordingPaymentProvider(): RecordingPaymentProvider {
  const [payments, methods] = [new Map<string, PaymentResponse>(), new Map<string, MethodResponse>()];
  const [charged, removed, calls]: [string[], string[], string[]] = [[], [], []];
  const [failures, holds] = [new Map<string, ProviderFailure>(), new Map<string, PendingHold>()];

  async function handleCall<Answer>(id: string, work: () => Answer): Promise<Answer> {
    calls.push(id);
    const [failure, pendingHold] = [failures.get(id), holds.get(id)];
    failures.delete(id);
    holds.delete(id);
    pendingHold?.arrive();
    await pendingHold?.released;
    if (failure === 'away') throw new TransientError('away', 'The provider is away.');
    if (failure === 'bug') throw new TypeError('a mistake of ours');
    const answer = work();
    if (failure === 'lost') throw new TransientError('time-out', 'The answer was lost.');
    return answer;
  }

  return {
    charged,
    removed,
    countCalls: (id) => calls.filter((called) => called === id).length,
    failNext: (id, failure) => void failures.set(id, failure),
    hold(id) {
      const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      holds.set(id, { arrive: arrived.resolve, released: released.promise });
      return { arrived: arrived.promise, release: released.resolve };
    },
    settle: (id, answer) => void payments.set(id, answer),
    decide: (id, answer) => void methods.set(id, answer),
    registerMethod: (_call, { methodId, type, token }) => handleCall(methodId, () => getOrCreate(methods, methodId, () => methodForToken(type, token))),
    findMethod: (id) => handleCall(id, () => methods.get(id)),
    removeMethod: (_call, id) =>
      handleCall(id, () => {
        removed.push(id);
        methods.delete(id);
      }),
    charge: (_call, { paymentId, token }) =>
      handleCall(paymentId, () =>
        getOrCreate(payments, paymentId, () => {
          const answer = chargeForToken(token);
          if (answer.status !== 'FAILED') charged.push(paymentId);
          return answer;
        }),
      ),
    findPayment: (id) => handleCall(id, () => payments.get(id)),
    cancelPayment: (_call, id) =>
      handleCall(id, () => {
        const existing = payments.get(id);
        if (existing && !['PENDING', 'AUTHORIZED'].includes(existing.status)) return existing;
        payments.set(id, { status: 'CANCELED' });
        return { status: 'CANCELED' };
      }),
    ...createRefunds(handleCall),
  };
}

type HandleCall = <Answer>(id: string, work: () => Answer) => Promise<Answer>;
type Refunds = Pick<RecordingPaymentProvider, 'refunded' | 'settleRefund' | 'rejectRefund' | 'refund' | 'findRefund' | 'cancelRefund'>;

/** Gives money back at once, once for each refund. A refund that was called off before it came is never made. */
function createRefunds(handleCall: HandleCall): Refunds {
  const refunded: string[] = [];
  const [refunds, rejections] = [new Map<string, RefundResponse>(), new Map<string, string>()];
  return {
    refunded,
    settleRefund: (id, answer) => void refunds.set(id, answer),
    rejectRefund: (paymentId, code) => void rejections.set(paymentId, code),
    refund: (_call, { refundId, paymentId }) =>
      handleCall(refundId, () => {
        const code = rejections.get(paymentId);
        rejections.delete(paymentId);
        if (code !== undefined) throw new PermanentError(code, 'No.');
        return getOrCreate(refunds, refundId, () => {
          refunded.push(refundId);
          return { status: 'COMPLETED' };
        });
      }),
    findRefund: (id) => handleCall(id, () => refunds.get(id)),
    cancelRefund: (_call, id) =>
      handleCall(id, () => {
        const existing = refunds.get(id);
        if (existing && existing.status !== 'PENDING') return existing;
        refunds.set(id, { status: 'CANCELED' });
        return { status: 'CANCELED' };
      }),
  };
}

/** Acts once for each id. */
function getOrCreate<Answer>(existing: Map<string, Answer>, id: string, make: () => Answer): Answer {
  const answer = existing.get(id) ?? make();
  existing.set(id, answer);
  return answer;
}

function methodForToken(type: string, token: string): MethodResponse {
  if (token.startsWith('tok_refused')) return { status: 'REFUSED', reason: 'stolen' };
  if (type === 'PIX_AUTHORIZATION') return { status: 'PENDING' };
  return { status: 'ACTIVE', brand: 'visa', lastFour: '1111', expiresOn: '2035-12-31' };
}

function chargeForToken(token: string): PaymentResponse {
  if (token.startsWith('tok_declined')) return { status: 'FAILED', reason: 'insufficient-funds' };
  if (token.startsWith('tok_later')) return { status: 'AUTHORIZED' };
  return { status: token.startsWith('tok_wait') ? 'PENDING' : 'CONFIRMED' };
}
