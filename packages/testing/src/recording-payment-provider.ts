import { PermanentError, TransientError } from '@linework/engine/model/system-errors';
import type {
  MethodResponse,
  PaymentProvider,
  PaymentResponse,
  RefundResponse,
} from '@linework/partners/payment-provider';

/**
 * A failure of the next call for a record: `unavailable` before its effect, `lost` after it, or `bug` for a programming
 * error.
 */
type ProviderFailure = 'unavailable' | 'lost' | 'bug';

interface HeldCall {
  /** Resolves when the call has arrived. It is held before it takes effect. */
  readonly arrived: Promise<void>;
  release(): void;
}

export interface RecordingPaymentProvider extends PaymentProvider {
  /** The ids of the charged payments, in order. */
  readonly charged: readonly string[];
  readonly removed: readonly string[];
  /** The ids of the completed refunds, in order. */
  readonly refunded: readonly string[];
  countCalls(id: string): number;
  /** The next call for this payment or method fails. */
  failNext(id: string, failure: ProviderFailure): void;
  /** The next charge or registration with this id is held until it is released. */
  hold(id: string): HeldCall;
  /** Sets the response for a payment. */
  settle(paymentId: string, answer: PaymentResponse): void;
  decide(methodId: string, answer: MethodResponse): void;
  /** Sets the response for a refund, even if the refund was not requested yet. */
  settleRefund(refundId: string, answer: RefundResponse): void;
  /** The next refund of this payment is rejected with this code. */
  rejectRefund(paymentId: string, code: string): void;
}

interface PendingHold {
  readonly arrive: () => void;
  readonly released: Promise<void>;
}

/**
 * A payment provider inside the test process. Charges with tokens that begin with `tok_declined` fail, with `tok_later`
 * are authorised, and with `tok_wait` wait; others are confirmed. A payment that was cancelled before its charge
 * arrived is never charged.
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
    if (failure === 'unavailable') throw new TransientError('unavailable', 'The provider is unavailable.');
    if (failure === 'bug') throw new TypeError('a programming error');
    const answer = work();
    if (failure === 'lost') throw new TransientError('time-out', 'The response was lost.');
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
    registerMethod: (_call, { methodId, type, token }) =>
      handleCall(methodId, () => getOrCreate(methods, methodId, () => methodForToken(type, token))),
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
type Refunds = Pick<
  RecordingPaymentProvider,
  'refunded' | 'settleRefund' | 'rejectRefund' | 'refund' | 'findRefund' | 'cancelRefund'
>;

/** Completes each refund immediately and only once. A refund that was cancelled before it arrived is never executed. */
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
        if (code !== undefined) throw new PermanentError(code, 'Rejected by the test.');
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

/** Creates the response once for each id. */
function getOrCreate<Answer>(existing: Map<string, Answer>, id: string, create: () => Answer): Answer {
  const answer = existing.get(id) ?? create();
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
