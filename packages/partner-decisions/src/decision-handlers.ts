import type { Db } from '@linework/db/db';
import { resolveOrderOutcome } from '@linework/engine/commands/resolve-order-outcome';
import {
  confirmPortedInNumber,
  findPortedInState,
  withdrawPortedInNumber,
} from '@linework/inventory/line-resources/ported-number';
import { stopCalls } from '@linework/partners/durable-call/schedule-calls';
import { paymentCall, readPayment } from '@linework/payments/due-payments';
import { paymentMethodCall, readMethod, recordMethod } from '@linework/payments/methods/due-methods';
import { recordPayment } from '@linework/payments/record-payment';
import { readRefund, refundCall } from '@linework/payments/refunds/due-refunds';
import { recordRefund } from '@linework/payments/refunds/reconcile-refunds';
import { portInCall, readPortIn, type StoredPortIn } from '@linework/portability/port-ins/due-port-ins';
import { recordPortIn } from '@linework/portability/port-ins/record-port-in';
import { movePortOut, portOutCall, readPortOut } from '@linework/portability/port-outs/due-port-outs';
import { unprocessableRequest } from '@linework/problem-details/make-problem';
import { type EventType, eventType } from '@linework/schemas/events';
import { type PaymentStatus, paymentLifecycle } from '@linework/schemas/lifecycles/payment.lifecycle';
import { paymentMethodLifecycle } from '@linework/schemas/lifecycles/payment-method.lifecycle';
import { portOutLifecycle } from '@linework/schemas/lifecycles/port-out.lifecycle';
import type { UnansweredKind } from '@linework/schemas/unanswered-calls/unanswered-call';
import { findPurpose } from '@linework/tax-receipts/authority-purposes';
import { lockReceiptForOperator, type ReceiptSnapshot, receiptCall } from '@linework/tax-receipts/receipt-snapshot';
import { type DecisionHandler, decidedByOperator } from './decision-handler.ts';

const decisionReason = 'An operator decided it without a response of the clearing house.';
const decidablePortOutStatuses = ['COMPLETED', 'ERROR', 'CANCELLED', 'PENDING'] as const;

/**
 * A port-out counts as confirmed to the clearing house, or as failed. A port-out that is being cancelled counts as
 * cancelled, or continues.
 */
const portOutDecisionHandler: DecisionHandler = {
  call: portOutCall,
  listAllowedStatuses: async (tx, id) => {
    const portOut = await readPortOut(tx, id);
    return decidablePortOutStatuses.filter((status) => portOut && portOutLifecycle.canMove(portOut.status, status));
  },
  decide: async (tx, { recordId, decision }) => {
    const portOut = await readPortOut(tx, recordId);
    return (
      portOut !== undefined &&
      movePortOut(tx, portOut, {
        to: decision.status as (typeof decidablePortOutStatuses)[number],
        reason: decisionReason,
      })
    );
  },
};

const decidableRefundStatuses = ['COMPLETED', 'FAILED'] as const;

/** The provider has not responded: an operator has checked the provider's accounts for the refund. */
const refundDecisionHandler: DecisionHandler = {
  call: refundCall,
  listAllowedStatuses: async (tx, id) =>
    (await readRefund(tx, id))?.status === 'PENDING' ? decidableRefundStatuses : [],
  decide: async (tx, { recordId, decision }) => {
    const refund = await readRefund(tx, recordId);
    if (!refund) return false;
    const status = decision.status as (typeof decidableRefundStatuses)[number];
    return recordRefund(tx, refund, { status, reason: status === 'FAILED' ? decidedByOperator : undefined });
  },
};

const program = 'an operator';

/**
 * A receipt that is being issued becomes ACTIVE or stays a DRAFT; one that is being cancelled becomes CANCELED or stays
 * ACTIVE.
 */
const taxReceiptDecisionHandler: DecisionHandler = {
  call: receiptCall,
  listAllowedStatuses: async (tx, id) => {
    const receipt = await lockReceiptForOperator(tx, id);
    if (receipt === undefined || receipt.dueAt === null) return [];
    return receipt.status === 'DRAFT' ? ['ACTIVE', 'DRAFT'] : ['CANCELED', 'ACTIVE'];
  },
  decide: async (tx, { recordId, decision: { status, protocol } }) => {
    const receipt = await lockReceiptForOperator(tx, recordId);
    if (!receipt) return false;
    if (receipt.status === status) return recordRefusal(tx, receipt);
    if (protocol === undefined)
      throw unprocessableRequest('The protocol of the tax authority is missing.', { code: 'protocol-needed' });
    return recordApproval(tx, receipt, protocol);
  },
};

/** The receipt stays as it is. A draft keeps its number and can be issued again. */
async function recordRefusal(tx: Db, receipt: ReceiptSnapshot): Promise<boolean> {
  const { id, accessKey, attempt, requestedBy } = receipt;
  const refusal = {
    code: decidedByOperator,
    detail: 'An operator found that the tax authority has not registered it.',
  };
  await tx.query(findPurpose(receipt).refuseStatement, { id, accessKey, attempt, refusal, keyId: requestedBy });
  return true;
}

async function recordApproval(tx: Db, receipt: ReceiptSnapshot, protocol: string): Promise<boolean> {
  const { id, accessKey, requestedBy, now } = receipt;
  const moved = await tx.query(findPurpose(receipt).settleStatement, {
    id,
    accessKey,
    protocol,
    response: { protocol, at: now, program },
    at: now,
    keyId: requestedBy,
  });
  return moved.length > 0;
}

const reasonDetail = 'An operator ended it without a response of the clearing house.';

type DecidableStatus = 'ACTIVE' | 'ERROR' | 'CANCELLED';

/**
 * A port-in without a response becomes ACTIVE when its order has assigned the number to its line. Otherwise it ends
 * without the number: in ERROR, or in CANCELLED if a cancel was requested.
 */
const portInDecisionHandler: DecisionHandler = {
  call: portInCall,
  listAllowedStatuses: async (tx, id) => {
    const portIn = await readPortIn(tx, id);
    if (portIn?.status === 'CANCELLING') return ['CANCELLED', 'ERROR'];
    if (!portIn || !['REQUESTED', 'PENDING', 'CONFLICT'].includes(portIn.status)) return [];
    return portIn.orderId === null ? ['ERROR'] : listStatusesWithOrder(tx, { ...portIn, orderId: portIn.orderId });
  },
  decide: async (tx, { recordId, keyId, decision }) => {
    const portIn = await readPortIn(tx, recordId);
    const status = decision.status as DecidableStatus;
    if (!portIn || !(await recordPortIn(tx, portIn, { status, ...(status !== 'ACTIVE' && { reasonDetail }) })))
      return false;
    const number = { portInId: recordId, msisdn: portIn.msisdn };
    if (status === 'ACTIVE') await confirmPortedInNumber(tx, number);
    else await withdrawPortedInNumber(tx, { ...number, orderId: portIn.orderId, keyId });
    return true;
  },
};

/**
 * The number must not be withdrawn while an order may still assign it to its line: that order is cancelled or closed
 * first.
 */
async function listStatusesWithOrder(
  tx: Pick<Db, 'query'>,
  { id: portInId, msisdn, orderId }: StoredPortIn & { readonly orderId: string },
): Promise<readonly DecidableStatus[]> {
  const outcome = await resolveOrderOutcome(tx, orderId);
  if (outcome === 'completed') return ['ACTIVE', 'ERROR'];
  return outcome === 'unsuccessful' || (await findPortedInState(tx, { portInId, msisdn, orderId })) === 'unused'
    ? ['ERROR']
    : [];
}

/** A new method becomes ACTIVE or REFUSED. For a removed one, the provider counts as notified. */
const paymentMethodDecisionHandler: DecisionHandler = {
  call: paymentMethodCall,
  listAllowedStatuses: async (tx, id) => {
    const method = await readMethod(tx, id);
    if (method?.status === 'PENDING') return ['ACTIVE', 'REFUSED'];
    return method && paymentMethodLifecycle.isFinal(method.status) ? ['REMOVED'] : [];
  },
  decide: async (tx, { recordId, decision: { status } }) => {
    const method = await readMethod(tx, recordId);
    if (!method) return false;
    if (status === 'REMOVED') return stopCalls(tx, paymentMethodCall, method);
    return recordMethod(tx, method, {
      status: status as 'ACTIVE' | 'REFUSED',
      ...(status === 'REFUSED' && { reason: decidedByOperator }),
    });
  },
};

const decidableStatuses = ['CONFIRMED', 'FAILED', 'CANCELED'] as const;

/** The provider has not responded: an operator has checked the provider's accounts. */
const paymentDecisionHandler: DecisionHandler = {
  call: paymentCall,
  listAllowedStatuses: async (tx, id) => {
    const payment = await readPayment(tx, id);
    return decidableStatuses.filter((status) => payment && paymentLifecycle.canMove(payment.status, status));
  },
  decide: async (tx, { recordId, decision }) => {
    const payment = await readPayment(tx, recordId);
    if (!payment) return false;
    const recorded = await recordPayment(tx, payment, {
      status: decision.status as PaymentStatus,
      reason: decidedByOperator,
    });
    return recorded !== 'fencing-conflict';
  },
};

/** How records of each kind are decided, and which event is emitted. */
export const decisionHandlers: Readonly<Record<UnansweredKind, DecisionHandler & { readonly eventType: EventType }>> = {
  payment: { ...paymentDecisionHandler, eventType: eventType('payment.decided') },
  refund: { ...refundDecisionHandler, eventType: eventType('refund.decided') },
  'payment-method': { ...paymentMethodDecisionHandler, eventType: eventType('payment_method.decided') },
  'tax-receipt': { ...taxReceiptDecisionHandler, eventType: eventType('tax_receipt.decided') },
  'port-in': { ...portInDecisionHandler, eventType: eventType('port_in.decided') },
  'port-out': { ...portOutDecisionHandler, eventType: eventType('port_out.decided') },
};
