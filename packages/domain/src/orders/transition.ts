import type { LineStatus } from '@linework/schemas/lines/line.lifecycle';
import type { OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import type { OrderStepStatus } from '@linework/schemas/orders/order-step.lifecycle';
import type { AttemptRecord } from './attempt-record.ts';
import type { EmitEvent, MoveClaims, MoveLineResources } from './effects.ts';
import type { StepError } from './step-error.ts';

export interface StepTransition {
  readonly position: number;
  readonly from: OrderStepStatus;
  readonly to: OrderStepStatus;
  /** Attempts begun with this progress. */
  readonly attempts: number;
  readonly undoAttempts: number;
  /** Absent: the number that is there stays. */
  readonly refusedAttempts?: number;
  /** Attempts granted on top of the step's limit, by a retry that somebody asked for. */
  readonly granted: number;
  readonly undoGranted: number;
  /** Absent: the error that is there stays. */
  readonly error?: StepError | null;
  readonly started: boolean;
  readonly failed: boolean;
  readonly finished: boolean;
}

export interface LineMove {
  readonly lineId: string;
  readonly from: LineStatus;
  readonly to: LineStatus;
}

/**
 * One step forward of an order, with everything that it changes: written whole, or not at all when the order is no longer
 * in this run and status.
 */
export interface Transition {
  readonly orderId: string;
  readonly epoch: number;
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  /** `take`: a worker begins to hold it. `keep`: it goes on. `release`: it lets go, and the next ring may take it. */
  readonly lease: 'acquire' | 'renew' | 'release';
  /** When somebody must look at it again: once the lease is over, after a time, or never, because it is at rest. */
  readonly due: { readonly leaseMs: number } | { readonly inMs: number } | null;
  /** Nobody takes it before this time is over. */
  readonly notBeforeMs: number | null;
  /** A step has come to an end: the order is no poison. */
  readonly stepEnded: boolean;
  /** The order waits for its system from here on. The take that found this out does not count. */
  readonly isAway?: true;
  readonly cancellationReason?: string;
  readonly keyId?: string;
  readonly steps: readonly StepTransition[];
  readonly attempts: readonly AttemptRecord[];
  readonly lineMoves: readonly LineMove[];
  readonly resourceMoves: readonly MoveLineResources[];
  readonly claimMoves: readonly MoveClaims[];
  readonly events: readonly EmitEvent[];
}
