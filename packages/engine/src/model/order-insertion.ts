import type { JobName } from '@linework/schemas/jobs';

/** The values of an order to insert. */
export interface OrderInsertion {
  readonly orderId: string;
  readonly type: string;
  readonly typeVersion: number;
  readonly resourceId: string;
  /** The broker to which the resource has to belong; null for an operator, who may order on any resource. */
  readonly brokerId: string | null;
  /** The statuses in which the resource allows the order. */
  readonly allowedStatuses: readonly string[];
  /** The status of the resource while the order is open; null if the status stays the same. */
  readonly pendingStatus: string | null;
  /** The type of the event for the resource's status change; null if there is none. */
  readonly statusEventType: string | null;
  readonly correlationId: string;
  /** Null if no key placed the order. */
  readonly keyId: string | null;
  /** The job that places the order; null if a key placed it. */
  readonly job: JobName | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Why it was placed; null if nobody said it. Its events keep it. */
  readonly reason: string | null;
  /** No worker acquires the order before this time, in ISO 8601; null means now. */
  readonly notBefore: string | null;
  /** The W3C trace context of the request; null while tracing is off. */
  readonly traceParent: string | null;
  /** Identical for every order of the same type and version. */
  readonly steps: readonly {
    readonly position: number;
    readonly code: string;
    readonly action: string;
    readonly attempts: number;
  }[];
}
