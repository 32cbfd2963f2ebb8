import { z } from 'zod';
import { mostLateDays } from './usage/usage-record.ts';

/** A ring: "look at this order again". `run` is the order's run when it was rung for; an older one is turned away. `isAway`: it waits for a system. */
export const ring = z.object({ orderId: z.uuid(), run: z.int().min(0), isAway: z.literal(true).exactOptional() });

export interface JobDeclaration<Name extends string = string, Data extends z.ZodType = z.ZodType> {
  readonly name: Name;
  /** `orders` carries the work, `upkeep` the clocks, so that a flood of the one never delays the other. */
  readonly queue: 'orders' | 'upkeep';
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
  data: z.object({ orders: z.array(ring).min(1).max(64) }),
  attempts: 5,
  backoffMs: 1_000,
});

export const ringDueOrdersJob = defineJob({
  name: 'ring-due-orders',
  queue: 'upkeep',
  summary: 'Rings for the orders whose due time has passed: a killed worker, a lost ring, a flushed Redis.',
  data: z.object({}),
  everyMs: 1_000,
  attempts: 1,
  backoffMs: 0,
});

export const forgetAnswersJob = defineJob({
  name: 'forget-answers',
  queue: 'upkeep',
  summary: 'Deletes the answers to idempotent requests that are older than 24 hours.',
  data: z.object({}),
  everyMs: 60_000,
  attempts: 1,
  backoffMs: 0,
});

export const expireResourcesJob = defineJob({
  name: 'expire-resources',
  queue: 'upkeep',
  summary: 'Ends the reservations and quarantines whose time is over by the clock of the database.',
  data: z.object({}),
  everyMs: 250,
  attempts: 1,
  backoffMs: 0,
});

export const compactPoolCountsJob = defineJob({
  name: 'compact-pool-counts',
  queue: 'upkeep',
  summary: 'Adds up what moves have appended to the numbers of pools.',
  data: z.object({}),
  everyMs: 2_000,
  attempts: 1,
  backoffMs: 0,
});

export const announceLowPoolsJob = defineJob({
  name: 'announce-low-pools',
  queue: 'upkeep',
  summary: 'Says once of each pool that fell below its threshold that it did.',
  data: z.object({}),
  everyMs: 1_000,
  attempts: 1,
  backoffMs: 0,
});

export const placeBulkOrdersJob = defineJob({
  name: 'place-bulk-orders',
  queue: 'upkeep',
  summary: 'Places the orders of bulk operations at the rate that all workers share, and ends those that have come to rest.',
  data: z.object({}),
  everyMs: 250,
  attempts: 1,
  backoffMs: 0,
});

export const askPaymentProviderJob = defineJob({
  name: 'ask-payment-provider',
  queue: 'upkeep',
  summary: 'Has due payments charged, and asks the payment provider about those and the payment methods that it has not decided on.',
  data: z.object({}),
  everyMs: 500,
  attempts: 1,
  backoffMs: 0,
});

export const expirePaymentMethodsJob = defineJob({
  name: 'expire-payment-methods',
  queue: 'upkeep',
  summary: 'Ends the cards whose last day has passed by the clock of the database.',
  data: z.object({}),
  everyMs: 60_000,
  attempts: 1,
  backoffMs: 0,
});

export const clearUsageRecordsJob = defineJob({
  name: 'clear-usage-records',
  queue: 'upkeep',
  summary: `Deletes the records of usage that came more than ${mostLateDays + 1} days ago: sent again, they are refused as too old.`,
  data: z.object({}),
  everyMs: 60_000,
  attempts: 1,
  backoffMs: 0,
});

export const makeInvoicesJob = defineJob({
  name: 'make-invoices',
  queue: 'upkeep',
  summary: 'Makes the invoices of the cycles that are due to be invoiced, cycle by cycle after an outage.',
  data: z.object({}),
  everyMs: 1_000,
  attempts: 1,
  backoffMs: 0,
});

export const markOverdueJob = defineJob({
  name: 'mark-overdue',
  queue: 'upkeep',
  summary: 'Notes the invoices that were not paid by their due date.',
  data: z.object({}),
  everyMs: 60_000,
  attempts: 1,
  backoffMs: 0,
});

export const moveDueSubscriptionsJob = defineJob({
  name: 'move-due-subscriptions',
  queue: 'upkeep',
  summary: 'Ends trials, pauses, cancels and expires subscriptions whose time has come by the clock of the database.',
  data: z.object({}),
  everyMs: 1_000,
  attempts: 1,
  backoffMs: 0,
});

export const endWithoutLinesJob = defineJob({
  name: 'end-without-lines',
  queue: 'upkeep',
  summary: 'Cancels, at the end of what is paid, the subscriptions whose last line was deleted or ported out, where their offer says so.',
  data: z.object({}),
  everyMs: 1_000,
  attempts: 1,
  backoffMs: 0,
});

export const blockPausedLinesJob = defineJob({
  name: 'block-paused-lines',
  queue: 'upkeep',
  summary: 'Blocks the lines of paused subscriptions that could not be blocked at once, and unblocks those of resumed ones.',
  data: z.object({}),
  everyMs: 1_000,
  attempts: 1,
  backoffMs: 0,
});

export const askTaxAuthorityJob = defineJob({
  name: 'ask-tax-authority',
  queue: 'upkeep',
  summary: 'Asks the tax authority about the receipts that wait for it: where it did not answer, or whoever asked has died.',
  data: z.object({}),
  everyMs: 1_000,
  attempts: 1,
  backoffMs: 0,
});

export const askClearingHouseJob = defineJob({
  name: 'ask-clearing-house',
  queue: 'upkeep',
  summary: 'Puts due port-ins before the clearing house, asks what became of them, and carries out port-ins and port-outs at their windows.',
  data: z.object({}),
  everyMs: 500,
  attempts: 1,
  backoffMs: 0,
});

/** Every job there is. A worker has a handler for each, by type. */
export const jobs = [
  advanceOrderJob,
  ringDueOrdersJob,
  forgetAnswersJob,
  expireResourcesJob,
  compactPoolCountsJob,
  announceLowPoolsJob,
  placeBulkOrdersJob,
  moveDueSubscriptionsJob,
  endWithoutLinesJob,
  blockPausedLinesJob,
  askPaymentProviderJob,
  expirePaymentMethodsJob,
  clearUsageRecordsJob,
  makeInvoicesJob,
  markOverdueJob,
  askTaxAuthorityJob,
  askClearingHouseJob,
] as const;

export type Job = (typeof jobs)[number];
export type JobName = Job['name'];
export type JobOf<Name extends JobName> = Extract<Job, { readonly name: Name }>;
export type JobData<Name extends JobName> = z.infer<JobOf<Name>['data']>;
