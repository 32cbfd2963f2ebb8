/** A record that is due for a call to a partner, acquired for the duration of a lease. */
export interface LeasedRecord {
  readonly id: string;
  /**
   * The end of the lease. A different value means that another worker has acquired the record, or that a notification
   * made it due.
   */
  readonly dueAt: Date;
  /** The number of this attempt. A new request starts at 1 again. */
  readonly attempt: number;
  /** Whether an earlier call is recorded as unanswered; a response to this call ends that record. */
  readonly isUnanswered: boolean;
}

/** What identifies a lease. */
export type Lease = Pick<LeasedRecord, 'id' | 'dueAt'>;
