import type { EventType } from '@linework/schemas/events';
import type { EffectType } from './step.ts';

/**
 * A kind of record that orders are about, such as a line. Its table has the columns `id`, `broker_id`, `status` and
 * `updated_at`, and keeps its rows for as long as they have orders. The engine changes the status of a record together
 * with its order.
 */
export interface ResourceType {
  /**
   * The name in `orders.resource_type`, in events and in messages. In statements it is a prefix, so it is a plain SQL
   * name.
   */
  readonly name: string;
  readonly table: string;
  /** Columns that steps read, in addition to the status: `getFact` returns them. */
  readonly factColumns: readonly string[];
  /** Which requests a status allows. */
  readonly lifecycle: ResourceLifecycle;
  /** The event for each status that a record enters. */
  readonly statusEvents: Readonly<Record<string, EventType>>;
  /** Assignments of further columns that follow the status; `r` is the record and `w."to"` its new status. */
  readonly statusAssignments?: string;
  /** A column of the record that each order copies as its `external_code`. */
  readonly externalCodeColumn?: string;
  /**
   * What a placed order returns of its record `m`: expressions, and joins that they need. The default is the status
   * alone.
   */
  readonly shown?: { readonly columns: string; readonly joins: string };
  /**
   * The effects of its order types, in the order in which their tables are locked. It is the same in every statement.
   */
  readonly effects: readonly EffectType[];
  /** The error for a record that does not exist, or that the caller may not see. */
  readonly notFound: (id: string) => Error;
}

interface ResourceLifecycle {
  /** The statuses in which a request is allowed. */
  getSources(request: string): readonly string[];
  /** The requests that a status allows. */
  getRequests(from: string): readonly string[];
}
