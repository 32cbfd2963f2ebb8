// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'campaign-adopted-lines': {
      readonly lineId: string;
      readonly imsi: string | null;
      readonly events: number;
    };
    'campaign-adopted-records': {
      readonly kind: 'holders' | 'lines' | 'subscriptions' | 'invoices' | 'paymentMethods' | 'numbers' | 'sims';
      readonly records: number;
      readonly rows: number;
      readonly different: number;
    };
    'campaign-adopted-sums': {
      readonly owed: string;
      readonly used: number;
    };
    'campaign-attempts': {
      readonly found: unknown;
    };
    'campaign-billed-twice': {
      readonly subscriptionId: string;
    };
    'campaign-changed-by-another-release': {
      readonly id: string;
    };
    'campaign-charges': {
      readonly invoiceId: string | null;
      readonly amount: string | null;
      readonly charges: string | null;
      readonly lines: string | null;
    };
    'campaign-compared-lines': {
      readonly id: string;
      readonly status:
        | 'PROVISIONING'
        | 'PROVISIONING_ERROR'
        | 'STAND_BY'
        | 'ACTIVATING'
        | 'ACTIVATION_ERROR'
        | 'ACTIVE'
        | 'BLOCKING'
        | 'BLOCKING_ERROR'
        | 'BLOCKED'
        | 'TERMINATING'
        | 'TERMINATION_ERROR'
        | 'TERMINATED';
      readonly imsi: string;
      readonly msisdn: string;
      readonly hasDrift: boolean;
      readonly hasFailedOrder: boolean;
    };
    'campaign-completed': {
      readonly count: number;
    };
    'campaign-credits': {
      readonly id: string;
    };
    'campaign-cycles': {
      readonly id: string;
      readonly billingType: string;
      readonly cycle: number;
      readonly cycles: unknown;
    };
    'campaign-delivered-webhooks': {
      readonly endpointId: string;
      readonly eventId: string;
    };
    'campaign-double-port-ins': {
      readonly id: string | null;
      readonly orders: number;
    };
    'campaign-drifts': {
      readonly id: string;
      readonly kind: 'missing' | 'wrong-service-state' | 'wrong-number' | 'wrong-sim' | 'extra' | 'unreadable';
      readonly status: 'OPEN' | 'ACCEPTED' | 'REPAIRED' | 'GONE';
      readonly lineId: string | null;
      readonly number: string | null;
      readonly atMs: number;
      readonly isSeenLater: boolean;
    };
    'campaign-drifts-to-repair': {
      readonly id: string;
      readonly lineId: string;
      readonly kind: 'missing' | 'wrong-service-state' | 'wrong-number' | 'wrong-sim' | 'extra' | 'unreadable';
    };
    'campaign-events': {
      readonly found: unknown;
    };
    'campaign-every-order': {
      readonly id: string;
    };
    'campaign-extra-subscribers-found': {
      readonly number: string;
    };
    'campaign-failed-of-unavailable': {
      readonly order_id: string;
      readonly position: number;
      readonly error: unknown;
    };
    'campaign-feed-gaps': {
      readonly count: number;
      readonly first: number;
      readonly last: number;
    };
    'campaign-feed-missing': {
      readonly seq: string;
      readonly type: string;
      readonly resourceId: string;
    };
    'campaign-feed-order': {
      readonly position: string;
      readonly type: string;
      readonly resourceId: string;
      readonly from: string | null;
      readonly before: string;
    };
    'campaign-first-failures': {
      readonly lineId: string;
      readonly atMs: number;
    };
    'campaign-imsis-in-use': {
      readonly imsi: string;
    };
    'campaign-invoices-made': {
      readonly made: number;
    };
    'campaign-is-read': {
      readonly isRead: boolean | null;
    };
    'campaign-late-calls': {
      readonly orderId: string;
      readonly code: string;
    };
    'campaign-left-blocked': {
      readonly id: string;
      readonly subscriptionId: string;
    };
    'campaign-line-without-order': {
      readonly imsi: string;
      readonly msisdn: string;
      readonly status:
        | 'PROVISIONING'
        | 'PROVISIONING_ERROR'
        | 'STAND_BY'
        | 'ACTIVATING'
        | 'ACTIVATION_ERROR'
        | 'ACTIVE'
        | 'BLOCKING'
        | 'BLOCKING_ERROR'
        | 'BLOCKED'
        | 'TERMINATING'
        | 'TERMINATION_ERROR'
        | 'TERMINATED';
      readonly atMs: number;
    };
    'campaign-lines-of-numbers': {
      readonly number: string;
      readonly lineId: string;
    };
    'campaign-lock-line': {
      readonly id: string;
    };
    'campaign-miscounted-webhooks': {
      readonly id: string;
    };
    'campaign-missing-webhooks': {
      readonly endpointId: string;
      readonly seq: string;
      readonly status: 'pending' | 'delivering' | 'waiting' | 'held' | 'delivered' | 'failed' | null;
    };
    'campaign-now': {
      readonly now: string;
    };
    'campaign-numbers': {
      readonly number: string | null;
    };
    'campaign-open-of-the-next-release': {
      readonly orderId: string;
      readonly epoch: number;
    };
    'campaign-open-orders': {
      readonly count: number;
    };
    'campaign-open-work': {
      readonly kind:
        | 'order'
        | 'move-in'
        | 'bulk operation'
        | 'payment'
        | 'refund'
        | 'tax receipt'
        | 'due invoice'
        | 'line of a pause'
        | 'port-in'
        | 'webhook delivery'
        | 'webhook endpoint that lags'
        | 'event before its position'
        | 'event before fan-out'
        | 'port-out';
      readonly count: number;
    };
    'campaign-order': {
      readonly found: unknown;
    };
    'campaign-orders': {
      readonly id: string;
    };
    'campaign-orders-left-alone': {
      readonly id: string;
    };
    'campaign-orders-of-broker': {
      readonly id: string;
      readonly lineId: string | null;
    };
    'campaign-paid': {
      readonly id: string;
      readonly status: 'DRAFT' | 'OPEN' | 'PAID' | 'OVERDUE' | 'VOID';
    };
    'campaign-paused-lines': {
      readonly blocked: number;
      readonly unblocked: number;
    };
    'campaign-payments': {
      readonly id: string;
      readonly invoiceId: string;
      readonly status: 'PENDING' | 'AUTHORIZED' | 'CONFIRMED' | 'REFUNDED' | 'CHARGED_BACK' | 'FAILED' | 'CANCELED';
    };
    'campaign-port-ins': {
      readonly id: string;
      readonly status: 'REQUESTED' | 'PENDING' | 'CONFLICT' | 'ACTIVE' | 'CANCELLING' | 'CANCELLED' | 'ERROR';
      readonly msisdn: string;
      readonly wasPortedIn: boolean;
      readonly isInService: boolean;
    };
    'campaign-port-outs': {
      readonly id: string;
      readonly status: 'PENDING' | 'CANCELLING' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED' | 'ERROR';
      readonly ticket: string;
      readonly isHere: boolean;
    };
    'campaign-positions': {
      readonly position: number;
    };
    'campaign-reads-of-register': {
      readonly calls: number;
      readonly lines: number;
    };
    'campaign-receipt-numbers': {
      readonly supplierId: string;
      readonly numbers: number;
      readonly different: number;
      readonly last: number;
    };
    'campaign-receipts': {
      readonly id: string;
      readonly status: 'DRAFT' | 'ACTIVE' | 'CANCELED';
      readonly accessKey: string;
    };
    'campaign-refund-sums': {
      readonly id: string;
    };
    'campaign-refunds': {
      readonly id: string;
      readonly status: 'PENDING' | 'COMPLETED' | 'FAILED';
    };
    'campaign-rolled-back': {
      readonly count: number;
    };
    'campaign-settled-lines': {
      readonly id: string;
      readonly status:
        | 'PROVISIONING'
        | 'PROVISIONING_ERROR'
        | 'STAND_BY'
        | 'ACTIVATING'
        | 'ACTIVATION_ERROR'
        | 'ACTIVE'
        | 'BLOCKING'
        | 'BLOCKING_ERROR'
        | 'BLOCKED'
        | 'TERMINATING'
        | 'TERMINATION_ERROR'
        | 'TERMINATED';
      readonly imsi: string;
      readonly msisdn: string;
    };
    'campaign-steps': {
      readonly found: unknown;
    };
    'campaign-taken-over': {
      readonly imsi: string;
    };
    'campaign-unchecked-lines': {
      readonly id: string;
    };
    'campaign-unsettled-rows': {
      readonly kind: string;
      readonly row: number;
      readonly state: 'read' | 'left-out' | 'adopted' | 'undone';
    };
    'campaign-usage': {
      readonly recordId: string;
      readonly counted: number;
    };
    'campaign-webhook-delay-of-neighbour': {
      readonly count: number;
      readonly median: number;
    };
  }
}
