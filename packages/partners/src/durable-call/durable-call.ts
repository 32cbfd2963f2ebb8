import type { Statement } from '@linework/db/statement';
import type { EventType } from '@linework/schemas/events';
import type { UnansweredKind } from '@linework/schemas/unanswered-calls/unanswered-call';
import type { Backoff } from './due-times.ts';

/** What is particular to the calls about one kind of record. */
export interface DurableCallDeclaration {
  readonly kind: UnansweredKind;
  /** It has the columns `due_at` and `attempt`, and an index on `due_at`. */
  readonly table: string;
  /** The event for a partner that has not answered about a record for too long. */
  readonly unansweredEvent: EventType;
  /** The columns of the record `r` that a call needs, besides those of `LeasedRecord`. */
  readonly columns: string;
  /** Further assignments to a record `r` that is acquired. */
  readonly acquireAssignments?: string;
  readonly backoff?: Backoff;
}

/** The statements of the calls about one kind of record. */
export interface DurableCall {
  readonly kind: UnansweredKind;
  /** The columns of a `LeasedRecord` and those of the declaration, of the record `r`. */
  readonly columns: string;
  /** With the number of records and the duration of the lease in milliseconds. Returns `columns`. */
  readonly acquireStatement: Statement;
  /** With the id. Returns `columns`. */
  readonly readStatement: Statement;
  readonly postponeStatement: Statement;
  readonly stopStatement: Statement;
  readonly notifyStatement: Statement;
  readonly repeatStatement: Statement;
  readonly failureStatement: Statement;
}
