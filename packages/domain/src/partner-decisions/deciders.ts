import type { EventType } from '@linework/schemas/events';
import type { UnansweredKind } from '@linework/schemas/unanswered-calls/unanswered-call';
import { paymentDecider } from './decide-payment.ts';
import { paymentMethodDecider } from './decide-payment-method.ts';
import { portInDecider } from './decide-port-in.ts';
import { portOutDecider } from './decide-port-out.ts';
import { refundDecider } from './decide-refund.ts';
import { taxReceiptDecider } from './decide-tax-receipt.ts';
import type { Decider } from './decider.ts';

/** How records of each kind are decided, and the event that tells of it. */
export const deciders: Readonly<Record<UnansweredKind, Decider & { readonly decided: EventType }>> = {
  payment: { ...paymentDecider, decided: 'payment.decided' },
  refund: { ...refundDecider, decided: 'refund.decided' },
  'payment-method': { ...paymentMethodDecider, decided: 'payment-method.decided' },
  'tax-receipt': { ...taxReceiptDecider, decided: 'tax-receipt.decided' },
  'port-in': { ...portInDecider, decided: 'port-in.decided' },
  'port-out': { ...portOutDecider, decided: 'port-out.decided' },
};
