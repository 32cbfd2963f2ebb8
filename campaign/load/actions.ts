import { addCredit } from './actions/billing/add-credit.ts';
import { blockMany } from './actions/billing/block-many.ts';
import { changePortIn } from './actions/billing/change-port-in.ts';
import { changeProducts } from './actions/billing/change-products.ts';
import { changeSubscription } from './actions/billing/change-subscription.ts';
import { issueReceipt } from './actions/billing/issue-receipt.ts';
import { payInvoice } from './actions/billing/pay-invoice.ts';
import { portInNumber } from './actions/billing/port-in-number.ts';
import { portOutNumber } from './actions/billing/port-out-number.ts';
import { refundPayment } from './actions/billing/refund-payment.ts';
import { reportUsage } from './actions/billing/report-usage.ts';
import type { Client } from './actions/client.ts';
import { cancelOrder } from './actions/lines/cancel-order.ts';
import { changeLineStatus } from './actions/lines/change-line-status.ts';
import { closeReplacement } from './actions/lines/close-replacement.ts';
import { createLine } from './actions/lines/create-line.ts';
import { createLineFromReservations } from './actions/lines/create-line-from-reservations.ts';
import { requestForeignRecords } from './actions/lines/request-foreign-records.ts';
import { reserveConcurrently } from './actions/lines/reserve-concurrently.ts';
import { resolveFailedOrder } from './actions/lines/resolve-failed-order.ts';
import { sendConflictingRequests } from './actions/lines/send-conflicting-requests.ts';
import { sendDuplicateRequests } from './actions/lines/send-duplicate-requests.ts';
import { sendNonsense } from './actions/lines/send-nonsense.ts';
import { swapResource } from './actions/lines/swap-resource.ts';
import { takeOverSubscriber } from './actions/lines/take-over-subscriber.ts';
import { useExpiredReservation } from './actions/lines/use-expired-reservation.ts';
import { useForeignImsi } from './actions/lines/use-foreign-imsi.ts';
import { pressWebhooks } from './actions/webhooks/press-webhooks.ts';

/** An action of a client. It reports violations and raises no error for expected responses. */
export interface Action {
  readonly act: (client: Client) => Promise<void>;
  /** The relative frequency of the action. */
  readonly weight: number;
}

export const lineActions: readonly Action[] = [
  { weight: 30, act: changeLineStatus },
  { weight: 12, act: createLine },
  { weight: 8, act: createLineFromReservations },
  { weight: 8, act: useExpiredReservation },
  { weight: 4, act: reserveConcurrently },
  { weight: 8, act: swapResource },
  { weight: 3, act: closeReplacement },
  { weight: 8, act: useForeignImsi },
  { weight: 8, act: takeOverSubscriber },
  { weight: 10, act: cancelOrder },
  { weight: 8, act: resolveFailedOrder },
  { weight: 6, act: sendConflictingRequests },
  { weight: 6, act: sendDuplicateRequests },
  { weight: 4, act: requestForeignRecords },
  { weight: 4, act: sendNonsense },
  { weight: 3, act: pressWebhooks },
];

/**
 * Actions on records around lines. They settle more slowly: after a crash of a worker, a payment waits for its lease of
 * half a minute.
 */
export const billingActions: readonly Action[] = [
  { weight: 12, act: payInvoice },
  { weight: 3, act: refundPayment },
  { weight: 10, act: issueReceipt },
  { weight: 3, act: blockMany },
  { weight: 10, act: reportUsage },
  { weight: 6, act: changeSubscription },
  { weight: 6, act: changeProducts },
  { weight: 2, act: addCredit },
  { weight: 6, act: portInNumber },
  { weight: 2, act: changePortIn },
  { weight: 3, act: portOutNumber },
];
