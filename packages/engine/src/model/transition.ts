import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import type { OrderStepStatus } from '@linework/schemas/lifecycles/order-step.lifecycle';
import type { AttemptRecord } from './attempt-record.ts';
import type { ResourceType } from './resource-type.ts';
import type { EmitEvent, StepError, TableEffect } from './step.ts';
import type { Facts } from './step-context.ts';

export interface StepTransition {
  readonly position: number;
  readonly from: OrderStepStatus;
  readonly to: OrderStepStatus;
  /** Attempts that start with this transition. */
  readonly attempts: number;
  readonly undoAttempts: number;
  /** If absent, the stored number does not change. */
  readonly refusedAttempts?: number;
  /** Attempts that a requested retry grants in addition to the step's limit. */
  readonly granted: number;
  readonly undoGranted: number;
  /** The call that the system has accepted; null ends the wait for it. If absent, the stored call does not change. */
  readonly awaited?: { readonly reference: string; readonly deadlineMs: number } | null;
  /** What the step found before its first call; null forgets it. If absent, what is stored does not change. */
  readonly found?: Facts | null;
  /** If absent, the stored error does not change. */
  readonly error?: StepError | null;
  readonly started: boolean;
  readonly failed: boolean;
  readonly finished: boolean;
}

/** A change of the status of the order's resource. */
export interface ResourceMove {
  readonly resourceId: string;
  readonly from: string;
  readonly to: string;
}

/**
 * One transition of an order, with everything that it changes. It is written completely, or not at all if the order no
 * longer has this epoch and status.
 */
export interface Transition {
  readonly orderId: string;
  readonly resource: ResourceType;
  readonly epoch: number;
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  /**
   * `acquire`: a worker gets the lease. `renew`: it keeps the lease. `release`: it gives the lease up, and the next
   * wake-up may acquire the order.
   */
  readonly lease: 'acquire' | 'renew' | 'release';
  /**
   * When the sweep has to read the order again: at the end of the lease, after a time, or never because the order has
   * settled.
   */
  readonly due: { readonly leaseMs: number } | { readonly inMs: number } | null;
  /** No worker acquires the order before this time has passed. */
  readonly notBeforeMs: number | null;
  /** The worker continues under a lease that is long enough, so the order's row may stay as it is. */
  readonly keepsRow?: true;
  /** A step has ended, so the order is not poison and its acquisitions are counted from zero again. */
  readonly stepEnded: boolean;
  /** The order starts to wait for a system. The acquisition that found the system unavailable does not count. */
  readonly isUnavailable?: true;
  readonly cancellationReason?: string;
  readonly keyId?: string;
  readonly steps: readonly StepTransition[];
  readonly attempts: readonly AttemptRecord[];
  readonly resourceMoves: readonly ResourceMove[];
  readonly effects: readonly TableEffect[];
  readonly events: readonly EmitEvent[];
}
