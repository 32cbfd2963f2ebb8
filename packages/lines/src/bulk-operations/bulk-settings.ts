import type { Caller } from '@linework/auth/caller';
import { approvalLimitHours } from '@linework/schemas/bulk-operations/bulk-operation';

/** What every new bulk operation has, whether it is on lines or on orders. */
export interface BulkSettings {
  readonly caller: Caller;
  readonly correlationId: string;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly name?: string | undefined;
  /** Its own rate. Without it only the rate that all share. */
  readonly ordersPerMinute?: number | undefined;
  /** A bulk operation of a person with more items waits for another person. Without it none waits. */
  readonly secondPersonAbove?: number | undefined;
}

/**
 * Whether another person must approve. A key is exempt: the program that uses it was reviewed before, and a broker's
 * key has no second person. A request of several brokers counts as one, so that it is not split by them.
 */
export const needsApproval = (
  { caller, secondPersonAbove = Number.POSITIVE_INFINITY }: Pick<BulkSettings, 'caller' | 'secondPersonAbove'>,
  total: number,
) => caller.operator !== undefined && total > secondPersonAbove;

/** The status of a new bulk operation. */
export const findFirstStatus = (settings: BulkSettings, total: number) =>
  needsApproval(settings, total) ? 'AWAITING_APPROVAL' : 'RUNNING';

/** The time until which what is asked for now may be approved, in SQL. */
export const approvalLimit = `now() + interval '${approvalLimitHours} hours'`;

/** The time until which an operation with the status `:status` may be approved, in SQL. */
export const approvalDueAt = `CASE WHEN :status = 'AWAITING_APPROVAL' THEN ${approvalLimit} END`;
