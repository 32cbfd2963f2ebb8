import { z } from 'zod';
import { lateLimitDays } from './usage/usage-record.ts';

const wakeUp = z.object({ orderId: z.uuid(), epoch: z.int().min(0), isUnavailable: z.literal(true).exactOptional() });

/**
 * Tells a worker to execute an order, at once or after `delayMs`. `epoch` is the order's epoch when the wake-up is
 * sent; a wake-up with an older epoch is ignored. `isUnavailable` marks an order that waits for a system that was
 * unavailable at the last call.
 */
export type WakeUp = Readonly<z.infer<typeof wakeUp>> & { readonly delayMs?: number };

/** Jobs that 1.0.0 left in the queue have `run` instead of `epoch`. Remove this in the release after the next one. */
function renameRun(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('run' in input) || 'epoch' in input) return input;
  const { run, ...others } = input;
  return { ...others, epoch: run };
}

export interface JobDeclaration<Name extends string = string, Data extends z.ZodType = z.ZodType> {
  readonly name: Name;
  /**
   * `orders` has the wake-ups of orders, `maintenance` the scheduled jobs, so that many orders never delay a scheduled
   * job.
   */
  readonly queue: 'orders' | 'maintenance';
  readonly summary: string;
  readonly data: Data;
  /** The period of a scheduled job, which runs once for all workers. */
  readonly everyMs?: number;
  readonly attempts: number;
  readonly backoffMs: number;
}

const defaults = { queue: 'maintenance', data: z.object({}), attempts: 1, backoffMs: 0 } as const;

/**
 * Defines a job. What it does not state is that of a job on a schedule: the queue `maintenance`, no data, one attempt.
 */
function defineJob<Name extends string, Data extends z.ZodType = typeof defaults.data>(
  job: Pick<JobDeclaration<Name>, 'name' | 'summary'> & Partial<JobDeclaration<Name, Data>>,
): JobDeclaration<Name, Data> {
  return { ...defaults, ...job } as JobDeclaration<Name, Data>;
}

export const advanceOrderJob = defineJob({
  name: 'advance-order',
  queue: 'orders',
  summary: 'Executes each order as far as possible.',
  data: z.object({ orders: z.array(z.preprocess(renameRun, wakeUp)).min(1).max(64) }),
  attempts: 5,
  backoffMs: 1_000,
});

const requeueDueOrdersJob = defineJob({
  name: 'requeue-due-orders',
  summary:
    'Requeues orders whose due time has passed, for example after a killed worker, a lost wake-up or an emptied Redis.',
  everyMs: 1_000,
});

const purgeIdempotencyRecordsJob = defineJob({
  name: 'purge-idempotency-records',
  summary: 'Deletes stored responses of idempotent requests after 24 hours.',
  everyMs: 60_000,
});

const expireResourcesJob = defineJob({
  name: 'expire-resources',
  summary: 'Expires reservations and ends quarantines whose end has passed by the clock of the database.',
  everyMs: 250,
});

const compactPoolCountsJob = defineJob({
  name: 'compact-pool-counts',
  summary: 'Adds up the appended changes of the pool counters.',
  everyMs: 2_000,
});

const announceLowPoolsJob = defineJob({
  name: 'announce-low-pools',
  summary: 'Emits one event for each pool that fell below its threshold.',
  everyMs: 1_000,
});

const assignEventPositionsJob = defineJob({
  name: 'assign-event-positions',
  summary: 'Gives committed events their positions in the feed, in one statement that never runs twice at once.',
  everyMs: 250,
});

const purgeEventPositionsJob = defineJob({
  name: 'purge-event-positions',
  summary:
    'Removes events from the feed that are older than its retention. The events stay in the lists of their records.',
  everyMs: 60_000,
});

const placeBulkOrdersJob = defineJob({
  name: 'place-bulk-orders',
  summary:
    'Places the orders of bulk operations at a rate that all workers share, and ends operations whose orders have ' +
    'all settled.',
  everyMs: 250,
});

const countLinesJob = defineJob({
  name: 'count-lines',
  summary: 'Counts the lines of each broker by area code and status at the end of each day.',
  everyMs: 60_000,
});

const advanceMoveInsJob = defineJob({
  name: 'advance-move-ins',
  summary: 'Checks, compares, adopts and takes back the rows of move-ins, a batch at a time.',
  everyMs: 1_000,
});

const reconcileLinesJob = defineJob({
  name: 'reconcile-lines',
  summary: 'Reads the register for the lines that nobody has checked for longest, at a rate that all workers share.',
  everyMs: 1_000,
});

const askPaymentProviderJob = defineJob({
  name: 'ask-payment-provider',
  summary:
    'Sends due payments to the payment provider, and polls it for payments and payment methods that are undecided.',
  everyMs: 250,
});

const expirePaymentMethodsJob = defineJob({
  name: 'expire-payment-methods',
  summary: 'Expires cards whose last day has passed by the clock of the database.',
  everyMs: 60_000,
});

const purgeUsageRecordsJob = defineJob({
  name: 'purge-usage-records',
  summary:
    `Drops the days of usage records that ended more than ${lateLimitDays + 1} days ago. If records of them are sent ` +
    'again, they are rejected as too old.',
  everyMs: 60_000,
});

const maintainPartitionsJob = defineJob({
  name: 'maintain-partitions',
  summary:
    'Makes the partitions of usage records of the next two days and of the next 100,000,000 events, and warns of ' +
    'rows that have no partition of their own.',
  everyMs: 60_000,
});

const makeInvoicesJob = defineJob({
  name: 'make-invoices',
  summary: 'Creates the invoices of cycles that are due, one cycle after the other if several are due after an outage.',
  everyMs: 1_000,
});

const markOverdueJob = defineJob({
  name: 'mark-overdue',
  summary: 'Marks invoices that were not paid by their due date as overdue.',
  everyMs: 60_000,
});

const moveDueSubscriptionsJob = defineJob({
  name: 'move-due-subscriptions',
  summary: 'Ends trials, and pauses, cancels or expires subscriptions that are due by the clock of the database.',
  everyMs: 250,
});

const endWithoutLinesJob = defineJob({
  name: 'end-without-lines',
  summary:
    'Cancels subscriptions whose last line was deleted or ported out, at the end of the paid period, if their ' +
    'offer says so.',
  everyMs: 250,
});

const blockPausedLinesJob = defineJob({
  name: 'block-paused-lines',
  summary:
    'Blocks lines of paused subscriptions that could not be blocked immediately, and unblocks lines of resumed ones.',
  everyMs: 250,
});

const askTaxAuthorityJob = defineJob({
  name: 'ask-tax-authority',
  summary:
    'Polls the tax authority for receipts without a response, and takes over receipts whose API process stopped.',
  everyMs: 250,
});

const issueWaitingReceiptsJob = defineJob({
  name: 'issue-waiting-receipts',
  summary: 'Issues tax receipts that wait for the rates of their day, once the rates are loaded.',
  everyMs: 10_000,
});

const askClearingHouseJob = defineJob({
  name: 'ask-clearing-house',
  summary:
    'Submits due port-ins to the clearing house, polls their status, and executes port-ins and port-outs in their ' +
    'windows.',
  everyMs: 250,
});

const deliverWebhooksJob = defineJob({
  name: 'deliver-webhooks',
  summary: 'Hands new events to the webhook endpoints that want them, and sends the deliveries that are due.',
  everyMs: 250,
});

const maintainWebhooksJob = defineJob({
  name: 'maintain-webhooks',
  summary:
    'Announces and disables webhook endpoints that keep failing, disables those whose key has ended, and deletes ' +
    'old deliveries.',
  everyMs: 10_000,
});

/** The catalogue of jobs. The type of the worker's handlers requires one for each job. */
export const jobs = [
  advanceOrderJob,
  requeueDueOrdersJob,
  purgeIdempotencyRecordsJob,
  expireResourcesJob,
  compactPoolCountsJob,
  announceLowPoolsJob,
  assignEventPositionsJob,
  purgeEventPositionsJob,
  placeBulkOrdersJob,
  moveDueSubscriptionsJob,
  endWithoutLinesJob,
  blockPausedLinesJob,
  countLinesJob,
  advanceMoveInsJob,
  reconcileLinesJob,
  askPaymentProviderJob,
  expirePaymentMethodsJob,
  purgeUsageRecordsJob,
  maintainPartitionsJob,
  makeInvoicesJob,
  markOverdueJob,
  askTaxAuthorityJob,
  issueWaitingReceiptsJob,
  askClearingHouseJob,
  deliverWebhooksJob,
  maintainWebhooksJob,
] as const;

export type Job = (typeof jobs)[number];
export type JobName = Job['name'];
type JobOf<Name extends JobName> = Extract<Job, { readonly name: Name }>;
export type JobData<Name extends JobName> = z.infer<JobOf<Name>['data']>;
