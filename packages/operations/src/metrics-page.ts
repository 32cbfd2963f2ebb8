import type { FailureCount } from './count-failures.ts';
import type { OrderCount } from './count-orders.ts';
import type { UnansweredCount } from './count-unanswered-calls.ts';
import type { Metrics } from './metrics.ts';
import { showUnanswered } from './metrics-of-unanswered-calls.ts';

/** Where the numbers come from that are read when somebody looks. */
export interface MetricsSources {
  readonly countOrders: () => Promise<readonly OrderCount[]>;
  readonly countUnanswered: () => Promise<readonly UnansweredCount[]>;
  readonly countFailures: () => Promise<readonly FailureCount[]>;
  /** How many jobs each queue holds, by their state. */
  readonly countJobs: () => Promise<Readonly<Record<string, Readonly<Record<string, number>>>>>;
  /** How many rings were lost since the start. */
  readonly lostRings: () => number;
}

export interface MetricsPage {
  readonly mediaType: string;
  read(): Promise<string>;
}

const patienceMs = 2_000;

/** Makes the page that Prometheus reads. A source that fails or hangs is left out of it and counted; the rest is there. */
export function metricsPage(metrics: Metrics, { countOrders, countFailures, countUnanswered, countJobs, lostRings }: MetricsSources): MetricsPage {
  async function refresh<Read>(source: string, read: () => Promise<Read>, show: (read: Read | undefined) => void): Promise<void> {
    const found = await inTime(read).catch(() => undefined);
    if (found === undefined) metrics.scrapeFailures.inc({ source });
    show(found);
  }

  return {
    mediaType: metrics.registry.contentType,
    async read() {
      metrics.ringsLost.reset();
      metrics.ringsLost.inc(lostRings());
      await Promise.all([
        refresh('orders', countOrders, (counts) => showOrders(metrics, counts)),
        refresh('unanswered-calls', countUnanswered, (counts) => showUnanswered(metrics, counts)),
        refresh('failures', countFailures, (counts) => showFailures(metrics, counts)),
        refresh('jobs', countJobs, (counts) => showJobs(metrics, counts)),
      ]);
      return metrics.registry.metrics();
    },
  };
}

async function inTime<Read>(read: () => Promise<Read>): Promise<Read> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${patienceMs} ms`)), patienceMs);
  return Promise.race([read(), late]).finally(() => clearTimeout(timer));
}

function showOrders({ orders, ordersDue, ordersOverdue, oldestDueOrderAge, ordersWaiting }: Metrics, counts: readonly OrderCount[] | undefined): void {
  orders.reset();
  // A gauge without a value is honest where an old one, or 0, is not.
  ordersDue.remove();
  ordersOverdue.remove();
  oldestDueOrderAge.remove();
  ordersWaiting.remove();
  if (counts === undefined) return;
  for (const { type, status, count } of counts) orders.set({ type, status }, count);
  ordersDue.set(sum(counts.map(({ due }) => due)));
  ordersOverdue.set(sum(counts.map(({ overdue }) => overdue)));
  oldestDueOrderAge.set(Math.max(0, ...counts.map(({ oldestDueSeconds }) => oldestDueSeconds)));
  ordersWaiting.set(sum(counts.map(({ waiting }) => waiting)));
}

/** Codes come from other systems, so that their number has no bound; the most frequent have a series each. */
const mostFailureSeries = 100;

function showFailures({ failedOrders }: Metrics, counts: readonly FailureCount[] = []): void {
  failedOrders.reset();
  for (const { step, errorCode, count } of counts.slice(0, mostFailureSeries)) failedOrders.set({ step, error_code: errorCode }, count);
  const others = counts.slice(mostFailureSeries);
  if (others.length > 0) failedOrders.set({ step: 'other', error_code: 'other' }, sum(others.map(({ count }) => count)));
}

function showJobs({ jobs }: Metrics, counts: Readonly<Record<string, Readonly<Record<string, number>>>> = {}): void {
  jobs.reset();
  for (const [queue, states] of Object.entries(counts)) {
    for (const [state, count] of Object.entries(states)) jobs.set({ queue, state }, count);
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
