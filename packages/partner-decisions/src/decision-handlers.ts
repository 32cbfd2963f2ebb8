import { type EventType, eventType } from '@linework/schemas/events';
import type { UnansweredKind } from '@linework/schemas/unanswered-calls/unanswered-call';
import type { DecisionHandler } from './decision-handler.ts';
import { paymentDecisionHandler } from './payment-decision-handler.ts';
import { paymentMethodDecisionHandler } from './payment-method-decision-handler.ts';
import { portInDecisionHandler } from './port-in-decision-handler.ts';
import { portOutDecisionHandler } from './port-out-decision-handler.ts';
import { refundDecisionHandler } from './refund-decision-handler.ts';
import { taxReceiptDecisionHandler } from './tax-receipt-decision-handler.ts';

/** How records of each kind are decided, and which event is emitted. */
export const decisionHandlers: Readonly<Record<UnansweredKind, DecisionHandler & { readonly eventType: EventType }>> = {
  payment: { ...paymentDecisionHandler, eventType: eventType('payment.decided') },
  refund: { ...refundDecisionHandler, eventType: eventType('refund.decided') },
  'payment-method': { ...paymentMethodDecisionHandler, eventType: eventType('payment_method.decided') },
  'tax-receipt': { ...taxReceiptDecisionHandler, eventType: eventType('tax_receipt.decided') },
  'port-in': { ...portInDecisionHandler, eventType: eventType('port_in.decided') },
  'port-out': { ...portOutDecisionHandler, eventType: eventType('port_out.decided') },
};
