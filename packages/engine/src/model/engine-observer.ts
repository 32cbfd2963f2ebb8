import type { Log } from '@linework/log/log';
import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import { getStepDeclaration, type OrderSnapshot } from './order-snapshot.ts';

/** Receives what happens in the engine, for the metrics or for a test. */
export interface EngineObserver {
  orderSettled(type: string, status: OrderStatus, sincePlacedMs: number, brokerId: string): void;
  /** An order settled without success. */
  orderFailed(failure: OrderFailure): void;
  stepEnded(
    step: string,
    outcome: 'done' | 'accepted' | 'transient' | 'unavailable' | 'refused' | 'undone' | 'undo-failed',
    durationMs: number,
    brokerId: string,
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

/** The step that stopped an order, prefixed with the order type, and the code of its error. */
export interface OrderFailure {
  readonly step: string;
  readonly errorCode: string;
}

/**
 * Summarizes why an order settled without success, by the same rules as the trigger that writes `order_failure`. A
 * failed undo takes precedence over the failed step. An order that stopped before any step started is poison.
 */
export function summarizeFailure(order: OrderSnapshot): OrderFailure {
  const failed = findFailedStep(order);
  if (!failed) return { step: 'none', errorCode: 'poison' };
  return {
    step: `${order.type.code}.${getStepDeclaration(order, failed.position).code}`,
    errorCode: failed.error?.code ?? 'poison',
  };
}

/** The step that stopped an order; undefined if it stopped before any step started. */
export function findFailedStep({ steps }: OrderSnapshot): OrderSnapshot['steps'][number] | undefined {
  return (
    steps.findLast(({ status }) => status === 'ROLLBACK_FAILED') ??
    steps.findLast(({ status }) => status === 'FAILED') ??
    steps.findLast(hasError)
  );
}

const hasError = ({ error }: OrderSnapshot['steps'][number]) => error !== null;

/**
 * An order that this program must not execute, because a release with another version or other steps of its type placed
 * it.
 */
export interface UnknownVersion {
  readonly orderId: string;
  readonly type: string;
  readonly version: number;
  /** `version`: this program does not have the version. `steps`: it has the version, but with other step codes. */
  readonly unknown: 'version' | 'steps';
}

export const isUnknownVersion = (order: object): order is UnknownVersion => 'unknown' in order;

const reasons = {
  version:
    'order skipped: this program does not know the version of its order type; a worker of another release ' +
    'executes such orders',
  steps:
    'order skipped: its steps differ from those of this version of its order type; a worker that declares these ' +
    'steps executes it',
};

/**
 * Counts each order that is left to another worker, but logs one warning for each version. There may be many such
 * orders, and every sweep re-queues them.
 */
export function createUnknownVersionReporter({
  observer,
  log,
}: {
  readonly observer: EngineObserver;
  readonly log: Log;
}): (order: UnknownVersion) => void {
  const warned = new Set<string>();
  return ({ type, version, unknown, orderId }) => {
    observer.unknownVersionSkipped(type, version);
    const key = `${type} ${version} ${unknown}`;
    if (warned.has(key)) return;
    warned.add(key);
    log.warn({ orderType: type, orderTypeVersion: version, orderId }, reasons[unknown]);
  };
}
