import { z } from 'zod';
import { lateLimitDays } from './usage/usage-record.ts';

/**
 * Tells a worker to execute an order. `epoch` is the order's epoch when the wake-up was sent; a wake-up with an older epoch is ignored.
 * `isAway` marks an order that waits for a system that is unavailable.
 */
const wakeUp = z.object({ orderId: z.uuid(), epoch: z.int().min(0), isAway: z.literal(true).exactOptional() });

/** Jobs that 1.0.0 left in the queue have `run` instead of `epoch`. Remove this in the release after the next one. */
function renameRun(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('run' in input) || 'epoch' in input) return input;
  const { run, ...others } = input;
  return { ...others, epoch: run };
}

export interface JobDeclaration<Name extends string = string, Data extends z.ZodType = z.ZodType> {
  readonly name: Name;
  /** `orders` carries the work, `maintenance` the clocks, so that a flood of the one never delays the other. */
  readonly queue: 'orders' | 'maintenance';
  readonly summary: string;
  readonly data: Data;
  /** Run by itself with this period, once per fleet. */
  readonly everyMs?: number;
  readonly attempts: number;
  readonly backoffMs: number;
}

function defineJob<Name extends string, Data extends z.ZodType>(job: JobDeclaration<Name, Data>): JobDeclaration<Name, Data> {
  return job;
}

export const advanceOrderJob = defineJob({
  name: 'advance-order',
  queue: 'orders',
  summary: 'Takes each order named as far as it goes.',
  data: z.object({ orders: z.array(z.preprocess(renameRun, wakeUp)).min(1).max(64) }),
  attempts: 5,
  backoffMs: 1_000,
});

const requeueDueOrdersJob = defineJob({
  name: 'requeue-due-orders',
  queue: 'maintenance',
  summary: 'Rings for the orders whose due time has passed: a killed worker, a lost ring, a flushed Redis.',
  data: z.object({}),
  everyMs: 1_000,
  attempts: 1,
  backoffMs: 0,
});

const purgeIdempotencyRecordsJob = defineJob({
  name: 'purge-idempotency-records',
  queue: 'maintenance',
  summary: 'Deletes the answers to idempotent requests that are older than 24 hours.',
  data: z.object({}),
  everyMs: 60_000,
  attempts: 1,
  backoffMs: 0,
});

const expireResourcesJob = defineJob({
  name: 'expire-resources',
  queue: 'maintenance',
  summary: 'Ends the reservations and quarantines whose time is over by the clock of the database.',
  data: z.object({}),
  everyMs: 250,
  attempts: 1,
  backoffMs: 0,
});

const compactPoolCountsJob = defineJob({
  name: 'compact-pool-counts',
  queue: 'maintenance',
  summary: 'Adds up what moves have appended to the numbers of pools.',
  data: z.object({}),
  everyMs: 2_000,
  attempts: 1,
  backoffMs: 0,
});

const announceLowPoolsJob = defineJob({
  name: 'announce-low-pools',
  queue: 'maintenance',
  summary: 'Says once of each pool that fell below its threshold that it did.',
  data: z.object({}),
  everyMs: 1_000,
  attempts: 1,
  backoffMs: 0,
});

const placeBulkOrdersJob = defineJob({
  name: 'place-bulk-orders',
  queue: 'maintenance',
  summary: 'Places the orders of bulk operations at the rate that all workers share, and ends those that have come to rest.',
  data: z.object({}),
  everyMs: 250,
  attempts: 1,
  backoffMs: 0,
});

const askPaymentProviderJob = defineJob({
  name: 'ask-payment-provider',
  queue: 'maintenance',
  summary: 'Has due payments charged, and asks the payment provider about those and the payment methods that it has not decided on.',
  data: z.object({}),
  everyMs: 500,
  attempts: 1,
  backoffMs: 0,
});

const expirePaymentMethodsJob = defineJob({
  name: 'expire-payment-methods',
  queue: 'maintenance',
  summary: 'Ends the cards whose last day has passed by the clock of the database.',
  data: z.object({}),
  everyMs: 60_000,
  attempts: 1,
  backoffMs: 0,
});

const purgeUsageRecordsJob = defineJob({
  name: 'purge-usage-records',
  queue: 'maintenance',
  summary: `Deletes the records of usage that came more than ${lateLimitDays + 1} days ago: sent again, they are refused as too old.`,
  data: z.object({}),
  everyMs: 60_000,
  attempts: 1,
  backoffMs: 0,
});

const makeInvoicesJob = defineJob({
  name: 'make-invoices',
  queue: 'maintenance',
  summary: 'Makes the invoices of the cycles that are due to be invoiced, cycle by cycle after an outage.',
  data: z.object({}),
  everyMs: 1_000,
  attempts: 1,
  backoffMs: 0,
});

const markOverdueJob = defineJob({
  name: 'mark-overdue',
  queue: 'maintenance',
  summary: 'Notes the invoices that were not paid by their due date.',
  data: z.object({}),
  everyMs: 60_000,
  attempts: 1,
  backoffMs: 0,
});

const moveDueSubscriptionsJob = defineJob({
  name: 'move-due-subscriptions',
  queue: 'maintenance',
  summary: 'Ends trials, pauses, cancels and expires subscriptions whose time has come by the clock of the database.',
  data: z.object({}),
  everyMs: 1_000,
  attempts: 1,
  backoffMs: 0,
});

const endWithoutLinesJob = defineJob({
  name: 'end-without-lines',
  queue: 'maintenance',
  summary: 'Cancels, at the end of what is paid, the subscriptions whose last line was deleted or ported out, where their offer says so.',
  data: z.object({}),
  everyMs: 1_000,
  attempts: 1,
  backoffMs: 0,
});

const blockPausedLinesJob = defineJob({
  name: 'block-paused-lines',
  queue: 'maintenance',
  summary: 'Blocks the lines of paused subscriptions that could not be blocked at once, and unblocks those of resumed ones.',
  data: z.object({}),
  everyMs: 1_000,
  attempts: 1,
  backoffMs: 0,
});

const askTaxAuthorityJob = defineJob({
  name: 'ask-tax-authority',
  queue: 'maintenance',
  summary: 'Asks the tax authority about the receipts that wait for it: where it did not answer, or whoever asked has died.',
  data: z.object({}),
  everyMs: 1_000,
  attempts: 1,
  backoffMs: 0,
});

const askClearingHouseJob = defineJob({
  name: 'ask-clearing-house',
  queue: 'maintenance',
  summary: 'Puts due port-ins before the clearing house, asks what became of them, and carries out port-ins and port-outs at their windows.',
  data: z.object({}),
  everyMs: 500,
  attempts: 1,
  backoffMs: 0,
});

/** Every job there is. A worker has a handler for each, by type. */
export const jobs = [
  advanceOrderJob,
  requeueDueOrdersJob,
  purgeIdempotencyRecordsJob,
  expireResourcesJob,
  compactPoolCountsJob,
  announceLowPoolsJob,
  placeBulkOrdersJob,
  moveDueSubscriptionsJob,
  endWithoutLinesJob,
  blockPausedLinesJob,
  askPaymentProviderJob,
  expirePaymentMethodsJob,
  purgeUsageRecordsJob,
  makeInvoicesJob,
  markOverdueJob,
  askTaxAuthorityJob,
  askClearingHouseJob,
] as const;

export type Job = (typeof jobs)[number];
export type JobName = Job['name'];
type JobOf<Name extends JobName> = Extract<Job, { readonly name: Name }>;
export type JobData<Name extends JobName> = z.infer<JobOf<Name>['data']>;
