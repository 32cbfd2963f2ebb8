// `npm run generate` writes this file from what PostgreSQL describes.
import type {} from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'lock-record-getApiKey': {
      readonly id: string;
    };
    'lock-record-getBroker': {
      readonly id: string;
    };
    'lock-record-getBulkOperation': {
      readonly id: string;
    };
    'lock-record-getDrift': {
      readonly id: string;
    };
    'lock-record-getHolder': {
      readonly id: string;
    };
    'lock-record-getInvoice': {
      readonly id: string;
    };
    'lock-record-getLegalHold': {
      readonly id: string;
    };
    'lock-record-getLine': {
      readonly id: string;
    };
    'lock-record-getMoveIn': {
      readonly id: string;
    };
    'lock-record-getOffer': {
      readonly id: string;
    };
    'lock-record-getOperator': {
      readonly id: string;
    };
    'lock-record-getOrder': {
      readonly id: string;
    };
    'lock-record-getPause': {
      readonly id: string;
    };
    'lock-record-getPayment': {
      readonly id: string;
    };
    'lock-record-getPaymentMethod': {
      readonly id: string;
    };
    'lock-record-getPool': {
      readonly id: string;
    };
    'lock-record-getPortIn': {
      readonly id: string;
    };
    'lock-record-getPortOut': {
      readonly id: string;
    };
    'lock-record-getRange': {
      readonly id: string;
    };
    'lock-record-getReservation': {
      readonly id: string;
    };
    'lock-record-getResource': {
      readonly id: string;
    };
    'lock-record-getRole': {
      readonly id: string;
    };
    'lock-record-getSavedView': {
      readonly id: string;
    };
    'lock-record-getSubscription': {
      readonly id: string;
    };
    'lock-record-getSupplier': {
      readonly id: string;
    };
    'lock-record-getTaxReceipt': {
      readonly id: string;
    };
    'lock-record-getUnansweredCall': {
      readonly id: string;
    };
    'lock-record-getWebhookDelivery': {
      readonly id: string;
    };
    'lock-record-getWebhookEndpoint': {
      readonly id: string;
    };
  }
}
