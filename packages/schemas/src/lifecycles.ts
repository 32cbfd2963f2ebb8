import { brokerLifecycle } from './brokers/broker.lifecycle.ts';
import { bulkOperationLifecycle } from './bulk-operations/bulk-operation.lifecycle.ts';
import { reservationLifecycle } from './inventory/reservations/reservation.lifecycle.ts';
import { resourceLifecycle } from './inventory/resource.lifecycle.ts';
import { invoiceLifecycle } from './invoices/invoice.lifecycle.ts';
import { lineLifecycle } from './lines/line.lifecycle.ts';
import { orderLifecycle } from './orders/order.lifecycle.ts';
import { orderStepLifecycle } from './orders/order-step.lifecycle.ts';
import { paymentMethodLifecycle } from './payment-methods/payment-method.lifecycle.ts';
import { paymentLifecycle } from './payments/payment.lifecycle.ts';
import { portInLifecycle } from './portability/port-in.lifecycle.ts';
import { portOutLifecycle } from './portability/port-out.lifecycle.ts';
import { refundLifecycle } from './refunds/refund.lifecycle.ts';
import { subscriptionLifecycle } from './subscriptions/subscription.lifecycle.ts';
import { taxReceiptLifecycle } from './tax-receipts/tax-receipt.lifecycle.ts';
import { webhookDeliveryLifecycle } from './webhooks/webhook-delivery.lifecycle.ts';
import { webhookEndpointLifecycle } from './webhooks/webhook-endpoint.lifecycle.ts';

/** The catalogue of lifecycles. The database enforces exactly these. */
export const lifecycles = [
  lineLifecycle,
  orderLifecycle,
  orderStepLifecycle,
  resourceLifecycle,
  reservationLifecycle,
  bulkOperationLifecycle,
  subscriptionLifecycle,
  invoiceLifecycle,
  paymentMethodLifecycle,
  paymentLifecycle,
  refundLifecycle,
  taxReceiptLifecycle,
  portInLifecycle,
  portOutLifecycle,
  brokerLifecycle,
  webhookEndpointLifecycle,
  webhookDeliveryLifecycle,
] as const;
