import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import type { OrderFailure } from './summarize-failure.ts';

/** Receives what happens in the engine, for the metrics or for a test. */
export interface EngineObserver {
  orderSettled(type: string, status: OrderStatus, sincePlacedMs: number): void;
  /** An order settled without success. */
  orderFailed(failure: OrderFailure): void;
  stepEnded(
    step: string,
    outcome: 'done' | 'accepted' | 'transient' | 'unavailable' | 'refused' | 'undone' | 'undo-failed',
    durationMs: number,
  ): void;
  /** A statement has committed transitions. `variant` is the variant of the statement. */
  transitionsCommitted(variant: string, count: number): void;
  /** A wake-up that named an old epoch or a settled order. */
  staleWakeUp(): void;
  /** An order that was not acquired because this program does not know this version of its type. */
  unknownVersionSkipped(type: string, version: number): void;
  /** A wake-up that was dropped unread because the system of its order is unavailable. */
  wakeUpDeferred(): void;
  /** A write that changed nothing because the order has another epoch or status. */
  fencingConflict(): void;
  /** A call that was postponed because the lease could have ended before it. */
  leaseTooShort(): void;
  /** An order was acquired that its previous worker had not released. */
  leaseExpired(): void;
  dueOrdersRequeued(count: number): void;
}

const ignore = () => {};

export const noObserver: EngineObserver = {
  orderSettled: ignore,
  orderFailed: ignore,
  stepEnded: ignore,
  transitionsCommitted: ignore,
  staleWakeUp: ignore,
  unknownVersionSkipped: ignore,
  wakeUpDeferred: ignore,
  fencingConflict: ignore,
  leaseTooShort: ignore,
  leaseExpired: ignore,
  dueOrdersRequeued: ignore,
};
