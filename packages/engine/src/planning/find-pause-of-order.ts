import { type OrderSnapshot, toOrderView, toStepViews } from '../model/order-snapshot.ts';
import { findPauseOfMove, type Pause, type Pauses } from '../model/pause.ts';
import { decideNextMove } from './decide-next-move.ts';

/** Finds the pause that stops the next step of an order; undefined if it may go on. Pure. */
export function findPauseOfOrder(order: OrderSnapshot, pauses: Pauses): Pause | undefined {
  return pauses.length === 0
    ? undefined
    : findPauseOfMove(order, decideNextMove(toOrderView(order), toStepViews(order)), pauses);
}
