import type { OrderOperation } from './operations.ts';

/** The orders of a batch: by id, by a filter, or as the rest of another batch. */
export interface BatchSelection {
  readonly operation: OrderOperation;
  readonly orderIds?: readonly string[] | undefined;
  readonly orderFilter?: Readonly<Record<string, unknown>> | undefined;
  /** The orders that an earlier batch has left failed or refused. */
  readonly restOf?: string | undefined;
}
