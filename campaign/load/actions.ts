import {
  addCredit,
  blockMany,
  changePortIn,
  changeProducts,
  changeSubscription,
  issueReceipt,
  payInvoice,
  portInNumber,
  portOutNumber,
  refundPayment,
  reportUsage,
} from './actions/billing.ts';
import type { Client } from './actions/client.ts';
import {
  cancelOrder,
  changeLineStatus,
  closeReplacement,
  createLine,
  createLineFromReservations,
  resolveFailedOrder,
  swapResource,
  takeOverSubscriber,
} from './actions/lines.ts';
import {
  requestForeignRecords,
  sendConflictingRequests,
  sendDuplicateRequests,
  sendNonsense,
  useExpiredReservation,
  useForeignImsi,
} from './actions/misuse.ts';
import { pressWebhooks } from './actions/press-webhooks.ts';
import { reserveConcurrently } from './actions/reservations.ts';

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
