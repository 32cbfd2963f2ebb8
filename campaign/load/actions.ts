import { addCredit } from './actions/add-credit.ts';
import { askForeign } from './actions/ask-foreign.ts';
import { askTwiceAtOnce } from './actions/ask-twice-at-once.ts';
import { blockMany } from './actions/block-many.ts';
import { bringNumber } from './actions/bring-number.ts';
import { cancelOrder } from './actions/cancel-order.ts';
import { changePortIn } from './actions/change-port-in.ts';
import { changeProducts } from './actions/change-products.ts';
import { changeSubscription } from './actions/change-subscription.ts';
import { createLine } from './actions/create-line.ts';
import { createOfReservation } from './actions/create-of-reservation.ts';
import { issueReceipt } from './actions/issue-receipt.ts';
import { letNumberGo } from './actions/let-number-go.ts';
import { letReservationEnd } from './actions/let-reservation-end.ts';
import { mendOrder } from './actions/mend-order.ts';
import { moveLine } from './actions/move-line.ts';
import { moveTwoWays } from './actions/move-two-ways.ts';
import { payInvoice } from './actions/pay-invoice.ts';
import { refundPayment } from './actions/refund-payment.ts';
import { reportUsage } from './actions/report-usage.ts';
import { reserveAtOnce } from './actions/reserve-at-once.ts';
import { sendNonsense } from './actions/send-nonsense.ts';
import { swapResource } from './actions/swap-resource.ts';
import { takeForeignImsi } from './actions/take-foreign-imsi.ts';
import type { Client } from './client.ts';

/** Something that a client does. Says what must not be, and raises nothing that is a client's to expect. */
export interface Action {
  readonly act: (client: Client) => Promise<void>;
  /** As often as this, among the others. */
  readonly weight: number;
}

export const withLines: readonly Action[] = [
  { weight: 30, act: moveLine },
  { weight: 12, act: createLine },
  { weight: 8, act: createOfReservation },
  { weight: 8, act: letReservationEnd },
  { weight: 4, act: reserveAtOnce },
  { weight: 8, act: swapResource },
  { weight: 8, act: takeForeignImsi },
  { weight: 10, act: cancelOrder },
  { weight: 8, act: mendOrder },
  { weight: 6, act: moveTwoWays },
  { weight: 6, act: askTwiceAtOnce },
  { weight: 4, act: askForeign },
  { weight: 4, act: sendNonsense },
];

/** What stands around lines, and takes longer to come to rest: a worker that dies leaves a payment to its lease of half a minute. */
export const aroundLines: readonly Action[] = [
  { weight: 12, act: payInvoice },
  { weight: 3, act: refundPayment },
  { weight: 10, act: issueReceipt },
  { weight: 3, act: blockMany },
  { weight: 10, act: reportUsage },
  { weight: 6, act: changeSubscription },
  { weight: 6, act: changeProducts },
  { weight: 2, act: addCredit },
  { weight: 6, act: bringNumber },
  { weight: 2, act: changePortIn },
  { weight: 3, act: letNumberGo },
];
