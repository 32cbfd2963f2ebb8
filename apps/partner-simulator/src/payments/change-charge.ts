import { RefusedCall } from '@linework/simulator/refused-call';
import { unknown } from '../answer-call.ts';
import { later } from '../later.ts';
import type { Simulator } from '../simulator.ts';
import type { Charge } from './charge.ts';

interface Move {
  readonly from: readonly Charge['status'][];
  readonly to: Charge['status'];
  readonly reason?: string;
}

/** What can become of a charge after its first answer. */
export const chargeOrders = {
  authorise: { from: ['PENDING'], to: 'AUTHORIZED' },
  settle: { from: ['PENDING', 'AUTHORIZED'], to: 'CONFIRMED' },
  decline: { from: ['PENDING', 'AUTHORIZED'], to: 'FAILED', reason: 'INSUFFICIENT_FUNDS' },
  refund: { from: ['CONFIRMED'], to: 'REFUNDED' },
  'charge-back': { from: ['CONFIRMED'], to: 'CHARGED_BACK', reason: 'DISPUTED_BY_HOLDER' },
} as const satisfies Record<string, Move>;
export type ChargeOrder = keyof typeof chargeOrders;

/** Changes a charge and tells Linework that something has changed. */
export function changeCharge({ books, notices }: Simulator, id: string, order: ChargeOrder, why?: string): Charge {
  const found = books.find('charge', id);
  if (!found) throw unknown();
  const { from, to, reason }: Move = chargeOrders[order];
  if (!from.includes(found.status)) throw new RefusedCall(409, 'not-now', `This payment is ${found.status}.`);
  const { settlesAt: _, ...kept } = found;
  const record = { ...kept, status: to, reason: why ?? reason };
  books.record({ operation: order, record });
  notices.ring('/payments/notifications', { paymentId: id });
  return record;
}

/** Settles a charge that was only authorised, when its time has come and nothing else has become of it. */
export function settleLater(simulator: Simulator, { id, settlesAt }: Charge): void {
  later(simulator, settlesAt, () => {
    if (simulator.books.find('charge', id)?.status === 'AUTHORIZED') changeCharge(simulator, id, 'settle');
  });
}
