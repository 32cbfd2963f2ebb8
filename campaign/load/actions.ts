import { addCredit } from './actions/add-credit.ts';
import { blockMany } from './actions/block-many.ts';
import { cancelOrder } from './actions/cancel-order.ts';
import { changeLineStatus } from './actions/change-line-status.ts';
import { changePortIn } from './actions/change-port-in.ts';
import { changeProducts } from './actions/change-products.ts';
import { changeSubscription } from './actions/change-subscription.ts';
import { closeReplacement } from './actions/close-replacement.ts';
import { createLine } from './actions/create-line.ts';
import { createLineFromReservations } from './actions/create-line-from-reservations.ts';
import { issueReceipt } from './actions/issue-receipt.ts';
import { payInvoice } from './actions/pay-invoice.ts';
import { portInNumber } from './actions/port-in-number.ts';
import { portOutNumber } from './actions/port-out-number.ts';
import { refundPayment } from './actions/refund-payment.ts';
import { reportUsage } from './actions/report-usage.ts';
import { requestForeignRecords } from './actions/request-foreign-records.ts';
import { reserveConcurrently } from './actions/reserve-concurrently.ts';
import { resolveFailedOrder } from './actions/resolve-failed-order.ts';
import { sendConflictingRequests } from './actions/send-conflicting-requests.ts';
import { sendDuplicateRequests } from './actions/send-duplicate-requests.ts';
import { sendNonsense } from './actions/send-nonsense.ts';
import { swapResource } from './actions/swap-resource.ts';
import { useExpiredReservation } from './actions/use-expired-reservation.ts';
import { useForeignImsi } from './actions/use-foreign-imsi.ts';
import type { Client } from './client.ts';

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
  { weight: 10, act: cancelOrder },
  { weight: 8, act: resolveFailedOrder },
  { weight: 6, act: sendConflictingRequests },
  { weight: 6, act: sendDuplicateRequests },
  { weight: 4, act: requestForeignRecords },
  { weight: 4, act: sendNonsense },
];

/** Actions on records around lines. They settle more slowly: after a crash of a worker, a payment waits for its lease of half a minute. */
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
