import { simulatorClient } from './simulator-client.ts';

type Company = 'payments' | 'tax-authority' | 'clearing-house';

interface Match {
  readonly company?: Company;
  /** Such as `payments.charge`; `notify` is what the companies tell Linework. */
  readonly operation?: string;
  /** What the call is about, or the end of it. */
  readonly id?: string;
}

/** What is to go wrong, where and how often; `GET /` of the simulator explains each. */
export interface PartnerFault {
  readonly fault: 'slow' | 'error-before' | 'error-after' | 'drop-after' | 'refuse' | 'away' | 'hold';
  readonly match?: Match;
  /** 1 unless told otherwise; `always` for a company that is away. */
  readonly times?: number | 'always';
  /** Of `slow` and `away`. */
  readonly ms?: number;
  /** Of `refuse`. */
  readonly code?: string;
  /** Of `hold`: `before` it acts unless told otherwise. */
  readonly when?: 'before' | 'after';
}

/** What a company is to answer to the next calls that fit. */
export interface ScriptedReply {
  readonly match?: Match;
  readonly answer: 'ACTIVE' | 'PENDING' | 'REFUSED' | 'CONFIRMED' | 'AUTHORIZED' | 'FAILED' | 'LATER' | 'ACCEPTED' | 'CONFLICT' | 'REJECTED';
  readonly reason?: string;
  readonly times?: number;
}

/** Something that took effect at one of the companies. */
export interface PartnerEffect {
  readonly seq: number;
  readonly operation: string;
  /** Of a call of Linework's; what a company did by itself has none. */
  readonly key?: string;
  readonly record: { readonly kind: 'method' | 'charge' | 'refund' | 'receipt' | 'bilhete' | 'port-out'; readonly id: string; readonly status?: string };
}

interface RequestLogFilter {
  readonly id?: string;
  readonly key?: string;
  readonly kind?: PartnerEffect['record']['kind'];
}

/** Everything that a test asks of the partner simulator beside the companies themselves. */
export function partnerSimulatorClient(url: string) {
  const { send, json, readAllPages, faults } = simulatorClient<PartnerFault>(url);
  return {
    /** Tells the companies where Linework is, and by which key it knows them. */
    notify: (linework: { readonly url: string; readonly key: string }) => send('PUT', '/linework', linework),
    /** Every effect, or those of one record or key, in their order. */
    requestLog: (filter: RequestLogFilter = {}) => readAllPages<PartnerEffect>('/ledger', { ...filter }),
    /** How often calls with this key arrived, whatever became of them. */
    calls: async (operation: string, key: string) => (await json<{ readonly calls: number }>('GET', `/calls?${new URLSearchParams({ operation, key })}`)).calls,
    scriptReply: (order: ScriptedReply) => send('POST', '/answers', order),
    clearScriptedReplies: () => send('DELETE', '/answers'),
    decideMethod: (methodId: string, decision: 'approve' | 'refuse') => send('POST', `/payments/methods/${methodId}/${decision}`),
    changeCharge: (paymentId: string, order: 'authorise' | 'settle' | 'decline' | 'refund' | 'charge-back', reason?: string) =>
      send('POST', `/payments/charges/${paymentId}/${order}`, reason === undefined ? {} : { reason }),
    answerBilhete: (
      portInId: string,
      answer: { readonly status: 'ACCEPTED' | 'CONFLICT' | 'REJECTED'; readonly reasonCode?: string; readonly detail?: string },
    ) => send('POST', `/clearing-house/bilhetes/${portInId}/answer`, answer),
    /** Lets a number leave: asks Linework for it. Answers the ticket. */
    startPortOut: async (portOut: { readonly msisdn: string; readonly recipient?: string; readonly windowFrom?: string }) =>
      (await json<{ readonly ticket: string }>('POST', '/clearing-house/port-outs', portOut)).ticket,
    settleRefund: (refundId: string, order: 'complete' | 'fail') => send('POST', `/payments/refunds/${refundId}/${order}`),
    answerCancel: (ticket: string, status: 'CANCELLED' | 'ASKED') => send('POST', `/clearing-house/port-outs/${ticket}/answer`, { status }),
    ...faults,
  };
}
