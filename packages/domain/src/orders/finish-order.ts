import type { LineStatus } from '@linework/schemas/lines/line.lifecycle';
import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import type { Draft } from './draft.ts';
import type { Known } from './known.ts';
import { mayHaveEffect } from './next-move.ts';
import type { MovesLine } from './order-type.ts';

const turnedBack: readonly OrderStatus[] = ['ROLLED_BACK', 'ROLLBACK_FAILED', 'CANCELLED', 'CANCEL_FAILED'];

/** Brings an order to rest, and its line to where the order type says that it is then. */
export function finishOrder(draft: Draft, status: OrderStatus): void {
  const { known, type } = draft.order();
  const isUndone = status === 'ROLLED_BACK' || status === 'CANCELLED';
  if (turnedBack.includes(status)) skipWithoutEffect(draft);
  draft.moveOrder(status);
  if (isUndone) draft.giveBackClaims();
  if ('stays' in type.line) return;
  if (status === 'COMPLETED') draft.moveLine(lineWhenDone(type.line, known));
  else draft.moveLine(isUndone ? lineWhenUndone(type.line, known) : type.line.failed);
}

function lineWhenDone({ done }: MovesLine, { input }: Known): LineStatus {
  if (typeof done === 'string') return done;
  return input[done.wish] === true ? done.granted : done.otherwise;
}

/** Where the line is once its order is undone. */
export function lineWhenUndone({ undone, failed }: MovesLine, { cameFrom }: Known): LineStatus {
  return undone ?? cameFrom ?? failed;
}

/** Skips what never ran, what was refused and what never reached its system: it has nothing to undo. */
export function skipWithoutEffect(draft: Draft): void {
  for (const step of draft.order().steps) {
    const { position, status } = step;
    if ((status === 'PENDING' || status === 'FAILED') && !mayHaveEffect(step)) draft.moveStep(position, { to: 'SKIPPED' });
  }
}
