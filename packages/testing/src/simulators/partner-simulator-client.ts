import { simulatorClient } from './simulator-client.ts';

type Company = 'payments' | 'tax-authority' | 'clearing-house';

interface Match {
  readonly company?: Company;
  /** Such as `payments.charge`. `notify` is a notification to Linework. */
  readonly operation?: string;
  /** The id of the record, or its last characters. */
  readonly id?: string;
}

/** A fault, the calls that it matches, and how often it is triggered. `GET /` of the simulator explains each. */
export interface PartnerFault {
  readonly fault: 'slow' | 'error-before' | 'error-after' | 'drop-after' | 'refuse' | 'unavailable' | 'hold';
  readonly match?: Match;
  /** The default is 1. `unavailable` needs `always`. */
  readonly times?: number | 'always';
  /** For `slow` and `unavailable`. */
  readonly ms?: number;
  /** For `refuse`. */
  readonly code?: string;
  /** For `hold`. The default is `before` the call takes effect. */
  readonly when?: 'before' | 'after';
}

/** The reply of a company to the next calls that match. */
export interface ScriptedReply {
  readonly match?: Match;
  readonly answer:
    | 'ACTIVE'
    | 'PENDING'
    | 'REFUSED'
    | 'CONFIRMED'
    | 'AUTHORIZED'
    | 'FAILED'
    | 'LATER'
    | 'ACCEPTED'
    | 'CONFLICT'
    | 'REJECTED';
  readonly reason?: string;
  readonly times?: number;
}

/** An effect at one of the companies. */
export interface PartnerEffect {
  readonly seq: number;
  readonly operation: string;
  /** The key of Linework's call. An effect without a call has no key. */
  readonly key?: string;
  readonly record: {
    readonly kind: 'method' | 'charge' | 'refund' | 'receipt' | 'bilhete' | 'port-out';
    readonly id: string;
    readonly status?: string;
  };
}

interface RequestLogFilter {
  readonly id?: string;
  readonly key?: string;
  readonly kind?: PartnerEffect['record']['kind'];
}

/** The client for the test routes of the partner simulator. */
export function partnerSimulatorClient(url: string) {
  const { send, json, readAllPages, faults } = simulatorClient<PartnerFault>(url);
  return {
    /** Sets the URL of Linework and the key that the companies use for it. */
    notify: (linework: { readonly url: string; readonly key: string }) => send('PUT', '/linework', linework),
    /** Returns all effects, or those of one record or key, in their order. */
    requestLog: (filter: RequestLogFilter = {}) => readAllPages<PartnerEffect>('/ledger', { ...filter }),
    /** Counts the calls with this key, whatever their result. */
    calls: async (operation: string, key: string) =>
      (await json<{ readonly calls: number }>('GET', `/calls?${new URLSearchParams({ operation, key })}`)).calls,
    scriptReply: (order: ScriptedReply) => send('POST', '/answers', order),
    clearScriptedReplies: () => send('DELETE', '/answers'),
    decideMethod: (methodId: string, decision: 'approve' | 'refuse') =>
      send('POST', `/payments/methods/${methodId}/${decision}`),
    changeCharge: (
      paymentId: string,
      order: 'authorise' | 'settle' | 'decline' | 'refund' | 'charge-back',
      reason?: string,
    ) => send('POST', `/payments/charges/${paymentId}/${order}`, reason === undefined ? {} : { reason }),
    answerBilhete: (
      portInId: string,
      answer: {
        readonly status: 'ACCEPTED' | 'CONFLICT' | 'REJECTED';
        readonly reasonCode?: string;
        readonly detail?: string;
      },
    ) => send('POST', `/clearing-house/bilhetes/${portInId}/answer`, answer),
    /** Requests a port-out from Linework. Returns the ticket. */
    startPortOut: async (portOut: {
      readonly msisdn: string;
      readonly recipient?: string;
      readonly windowFrom?: string;
    }) => (await json<{ readonly ticket: string }>('POST', '/clearing-house/port-outs', portOut)).ticket,
    settleRefund: (refundId: string, order: 'complete' | 'fail') =>
      send('POST', `/payments/refunds/${refundId}/${order}`),
    answerCancel: (ticket: string, status: 'CANCELLED' | 'ASKED') =>
      send('POST', `/clearing-house/port-outs/${ticket}/answer`, { status }),
    ...faults,
  };
}
