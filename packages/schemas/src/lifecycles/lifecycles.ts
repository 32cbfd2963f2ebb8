import { brokerLifecycle } from './broker.lifecycle.ts';
import { bulkOperationLifecycle } from './bulk-operation.lifecycle.ts';
import { driftLifecycle } from './drift.lifecycle.ts';
import { invoiceLifecycle } from './invoice.lifecycle.ts';
import { lineLifecycle } from './line.lifecycle.ts';
import { moveInLifecycle } from './move-in.lifecycle.ts';
import { orderLifecycle } from './order.lifecycle.ts';
import { orderStepLifecycle } from './order-step.lifecycle.ts';
import { paymentLifecycle } from './payment.lifecycle.ts';
import { paymentMethodLifecycle } from './payment-method.lifecycle.ts';
import { portInLifecycle } from './port-in.lifecycle.ts';
import { portOutLifecycle } from './port-out.lifecycle.ts';
import { refundLifecycle } from './refund.lifecycle.ts';
import { reservationLifecycle } from './reservation.lifecycle.ts';
import { resourceLifecycle } from './resource.lifecycle.ts';
import { subscriptionLifecycle } from './subscription.lifecycle.ts';
import { taxReceiptLifecycle } from './tax-receipt.lifecycle.ts';
import { webhookDeliveryLifecycle } from './webhook-delivery.lifecycle.ts';
import { webhookEndpointLifecycle } from './webhook-endpoint.lifecycle.ts';

/** The catalogue of lifecycles. The database enforces exactly these. */
export const lifecycles = [
  lineLifecycle,
  orderLifecycle,
  orderStepLifecycle,
  resourceLifecycle,
  reservationLifecycle,
  bulkOperationLifecycle,
  moveInLifecycle,
  driftLifecycle,
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
