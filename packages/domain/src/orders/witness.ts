import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import type { OrderFailure } from './failure-of-order.ts';

/** Who is told what happened in the engine and by the clocks: metrics, or a test that wants to see it. */
export interface Witness {
  orderCameToRest(type: string, status: OrderStatus, sincePlacedMs: number): void;
  /** An order settled without success, whatever became of its line. */
  orderFailed(failure: OrderFailure): void;
  stepEnded(step: string, outcome: 'done' | 'passing' | 'away' | 'refused' | 'undone' | 'undo-failed', tookMs: number): void;
  /** A ring that named an old run, or an order that is at rest. */
  ringDropped(): void;
  /** An order that was not acquired, because this program does not know its type in this version. */
  orderLeft(type: string, version: number): void;
  /** A ring for an order whose system is away, which nobody looked at. */
  heldBack(): void;
  /** A write that changed nothing, because the order had moved on. */
  overtaken(): void;
  /** A call that was not made, because the lease of its order would have ended before it. */
  leaseTooShort(): void;
  /** An order taken whose former worker never let go of it. */
  leaseTakenOver(): void;
  dueOrdersRung(count: number): void;
  reservedGivenBack(count: number): void;
  quarantinesEnded(count: number): void;
}

const nobody = () => {};

export const noWitness: Witness = {
  orderCameToRest: nobody,
  orderFailed: nobody,
  stepEnded: nobody,
  ringDropped: nobody,
  orderLeft: nobody,
  heldBack: nobody,
  overtaken: nobody,
  leaseTooShort: nobody,
  leaseTakenOver: nobody,
  dueOrdersRung: nobody,
  reservedGivenBack: nobody,
  quarantinesEnded: nobody,
};
