// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'campaign-attempts': {
      readonly found: unknown;
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
    'campaign-events': {
      readonly found: unknown;
    };
    'campaign-every-order': {
      readonly id: string;
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
    'campaign-miscounted-webhooks': {
      readonly id: string;
    };
    'campaign-missing-webhooks': {
      readonly endpointId: string;
      readonly seq: string;
      readonly status: 'pending' | 'delivering' | 'waiting' | 'held' | 'delivered' | 'failed' | null;
    };
    'campaign-numbers': {
      readonly number: string | null;
    };
    'campaign-open-of-the-next-release': {
      readonly orderId: string;
      readonly epoch: number;
    };
    'campaign-open-work': {
      readonly kind:
        | 'order'
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
