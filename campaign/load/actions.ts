import { askForeign } from './actions/ask-foreign.ts';
import { askTwiceAtOnce } from './actions/ask-twice-at-once.ts';
import { cancelOrder } from './actions/cancel-order.ts';
import { createLine } from './actions/create-line.ts';
import { createOfReservation } from './actions/create-of-reservation.ts';
import { letReservationEnd } from './actions/let-reservation-end.ts';
import { mendOrder } from './actions/mend-order.ts';
import { moveLine } from './actions/move-line.ts';
import { moveTwoWays } from './actions/move-two-ways.ts';
import { sendNonsense } from './actions/send-nonsense.ts';
import { swapResource } from './actions/swap-resource.ts';
import type { Client } from './client.ts';

/** Something that a client does. Says what must not be, and raises nothing that is a client's to expect. */
export type Action = (client: Client) => Promise<void>;

/** Each as often as its weight, among the others. */
export const actions: readonly { readonly weight: number; readonly act: Action }[] = [
  { weight: 30, act: moveLine },
  { weight: 12, act: createLine },
  { weight: 8, act: createOfReservation },
  { weight: 8, act: letReservationEnd },
  { weight: 8, act: swapResource },
  { weight: 10, act: cancelOrder },
  { weight: 8, act: mendOrder },
  { weight: 6, act: moveTwoWays },
  { weight: 6, act: askTwiceAtOnce },
  { weight: 4, act: askForeign },
  { weight: 4, act: sendNonsense },
];
