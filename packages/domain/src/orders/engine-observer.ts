import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import type { OrderFailure } from './summarize-failure.ts';

/** Who is told what happened in the engine and by the clocks: metrics, or a test that wants to see it. */
export interface EngineObserver {
  orderSettled(type: string, status: OrderStatus, sincePlacedMs: number): void;
  /** An order settled without success, whatever became of its line. */
  orderFailed(failure: OrderFailure): void;
  stepEnded(step: string, outcome: 'done' | 'transient' | 'away' | 'refused' | 'undone' | 'undo-failed', durationMs: number): void;
  /** A ring that named an old run, or an order that is at rest. */
  staleWakeUp(): void;
  /** An order that was not acquired, because this program does not know its type in this version. */
  unknownVersionSkipped(type: string, version: number): void;
  /** A ring for an order whose system is away, which nobody looked at. */
  wakeUpDeferred(): void;
  /** A write that changed nothing, because the order had moved on. */
  fencingConflict(): void;
  /** A call that was not made, because the lease of its order would have ended before it. */
  leaseTooShort(): void;
  /** An order taken whose former worker never let go of it. */
  leaseExpired(): void;
  dueOrdersRequeued(count: number): void;
  reservationsExpired(count: number): void;
  quarantinesEnded(count: number): void;
}

const ignore = () => {};

export const noObserver: EngineObserver = {
  orderSettled: ignore,
  orderFailed: ignore,
  stepEnded: ignore,
  staleWakeUp: ignore,
  unknownVersionSkipped: ignore,
  wakeUpDeferred: ignore,
  fencingConflict: ignore,
  leaseTooShort: ignore,
  leaseExpired: ignore,
  dueOrdersRequeued: ignore,
  reservationsExpired: ignore,
  quarantinesEnded: ignore,
};
