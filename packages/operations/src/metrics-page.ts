import { isTracing } from '@linework/log/tracing/span';
import { visibleLines } from '@linework/log/visible-text';
import type { EndedJobs, JobCounts } from '@linework/queue/open-queues';
import { partnerOf, partners } from '@linework/schemas/unanswered-calls/unanswered-call';
import { type DriftCounts, setDriftMetrics } from './count-drifts.ts';
import type { FailureCount } from './count-failures.ts';
import type { OrderCount } from './count-orders.ts';
import type { UnansweredCount } from './count-unanswered-calls.ts';
import { type BrokerLag, setWebhookLags, setWebhookMetrics, type WebhookCount } from './count-webhooks.ts';
import type { Metrics } from './metrics.ts';
import { openMetricsType, printOpenMetrics } from './open-metrics.ts';
import { type DatabaseState, type PoolCounts, setDatabaseMetrics, setPoolMetrics } from './read-database-state.ts';
import type { EventLag } from './read-event-lag.ts';

/** The sources that are read for each request of the page. */
export interface MetricsSources {
  readonly countOrders: () => Promise<readonly OrderCount[]>;
  readonly countUnanswered: () => Promise<readonly UnansweredCount[]>;
  readonly countWebhooks: () => Promise<WebhookCount>;
  readonly readWebhookLags: () => Promise<readonly BrokerLag[]>;
  readonly readDatabaseState: () => Promise<DatabaseState>;
  /** The connections of this process. */
  readonly pool: PoolCounts;
  readonly countFailures: () => Promise<readonly FailureCount[]>;
  readonly readEventLag: () => Promise<EventLag>;
  /** The days for which the tax rates are known. */
  readonly readTaxRateDays: () => Promise<number>;
  /** Counts the subscriptions with an invoice that was due before today. */
  readonly countLateInvoices: () => Promise<number>;
  readonly countDrifts: () => Promise<DriftCounts>;
  /** Counts the jobs of each queue by their state. */
  readonly countJobs: () => Promise<JobCounts>;
  /** Counts the jobs of each queue that have completed and failed since the queue exists. */
  readonly countEndedJobs: () => Promise<EndedJobs>;
  /** Counts the wake-ups that failed since the start. */
  readonly failedWakeUps: () => number;
}

export interface MetricsPage {
  /** The types in which the page can be had. Only OpenMetrics names traces, so without tracing there is none. */
  readonly mediaTypes: readonly string[];
  /** Reads it in one of these types, or in the first. */
  read(mediaType?: string): Promise<string>;
}

const timeoutMs = 2_000;

/**
 * Creates the page for Prometheus. A source that fails or hangs is omitted and counted; the other metrics are shown.
 */
export function metricsPage(metrics: Metrics, sources: MetricsSources): MetricsPage {
  const {
    countOrders,
    countFailures,
    countUnanswered,
    countWebhooks,
    countJobs,
    countEndedJobs,
    readEventLag,
    readTaxRateDays,
    countLateInvoices,
    failedWakeUps,
  } = sources;

  async function refresh<Read>(
    source: string,
    read: () => Promise<Read>,
    show: (read: Read | undefined) => void,
  ): Promise<void> {
    const found = await withTimeout(read).catch(() => undefined);
    if (found === undefined) metrics.scrapeFailures.inc({ source });
    show(found);
  }

  return {
    get mediaTypes() {
      return [metrics.registry.contentType, ...(isTracing() ? [openMetricsType] : [])];
    },
    async read(mediaType) {
      setPoolMetrics(metrics, sources.pool);
      metrics.wakeUpsFailed.reset();
      metrics.wakeUpsFailed.inc(failedWakeUps());
      await Promise.all([
        refresh('orders', countOrders, (counts) => setOrderMetrics(metrics, counts)),
        refresh('unanswered-calls', countUnanswered, (counts) => setUnansweredMetrics(metrics, counts)),
        refresh('webhooks', countWebhooks, (count) => setWebhookMetrics(metrics, count)),
        refresh('webhook-lags', sources.readWebhookLags, (lags) => setWebhookLags(metrics, lags)),
        refresh('database', sources.readDatabaseState, (state) => setDatabaseMetrics(metrics, state)),
        refresh('failures', countFailures, (counts) => setFailureMetrics(metrics, counts)),
        refresh('events', readEventLag, (lag) => setEventMetrics(metrics, lag)),
        refresh('tax-rates', readTaxRateDays, (days) =>
          days === undefined ? metrics.taxRateDays.remove() : metrics.taxRateDays.set(days),
        ),
        refresh('late-invoices', countLateInvoices, (count) =>
          count === undefined ? metrics.lateInvoices.remove() : metrics.lateInvoices.set(count),
        ),
        refresh('drifts', sources.countDrifts, (counts) => setDriftMetrics(metrics, counts)),
        refresh('jobs', countJobs, (counts) => setJobMetrics(metrics, counts)),
        refresh('ended-jobs', countEndedJobs, (ended) => setEndedJobMetrics(metrics, ended)),
      ]);
      // Codes of errors come from other systems, and people read this page in a terminal.
      return visibleLines(
        await (mediaType === openMetricsType ? printOpenMetrics(metrics) : metrics.registry.metrics()),
      );
    },
  };
}

async function withTimeout<Read>(read: () => Promise<Read>): Promise<Read> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no response within ${timeoutMs} ms`)), timeoutMs);
  return Promise.race([read(), late]).finally(() => clearTimeout(timer));
}

function setOrderMetrics(
  { orders, ordersDue, ordersOverdue, oldestDueOrderAge, ordersPaused, ordersWaiting }: Metrics,
  counts: readonly OrderCount[] | undefined,
): void {
  orders.reset();
  // Without counts the gauges have no value, because an old value or 0 would be wrong.
  ordersDue.remove();
  ordersOverdue.remove();
  oldestDueOrderAge.remove();
  ordersPaused.remove();
  ordersWaiting.remove();
  if (counts === undefined) return;
  for (const { type, status, count } of counts) orders.set({ type, status }, count);
  ordersDue.set(sum(counts.map(({ due }) => due)));
  ordersOverdue.set(sum(counts.map(({ overdue }) => overdue)));
  oldestDueOrderAge.set(Math.max(0, ...counts.map(({ oldestDueSeconds }) => oldestDueSeconds)));
  ordersWaiting.set(sum(counts.map(({ waiting }) => waiting)));
  ordersPaused.set(sum(counts.map(({ paused }) => paused)));
}

function setEventMetrics({ eventLag, eventPosition }: Metrics, lag: EventLag | undefined): void {
  eventLag.remove();
  eventPosition.remove();
  if (lag === undefined) return;
  eventLag.set(lag.oldestSeconds);
  eventPosition.set(lag.newestPosition);
}

/** The codes come from other systems, so their number is unlimited. Only the most frequent have their own series. */
const failureSeriesLimit = 100;

function setFailureMetrics({ failedOrders }: Metrics, counts: readonly FailureCount[] = []): void {
  failedOrders.reset();
  for (const { step, errorCode, count } of counts.slice(0, failureSeriesLimit))
    failedOrders.set({ step, error_code: errorCode }, count);
  const others = counts.slice(failureSeriesLimit);
  if (others.length > 0)
    failedOrders.set({ step: 'other', error_code: 'other' }, sum(others.map(({ count }) => count)));
}

function setJobMetrics({ jobs }: Metrics, counts: JobCounts | undefined): void {
  jobs.reset();
  for (const [queue, states] of Object.entries(counts ?? {})) {
    for (const [state, count] of Object.entries(states)) jobs.set({ queue, state }, count);
  }
}

function setEndedJobMetrics({ jobsCompleted, jobsFailed }: Metrics, ended: EndedJobs | undefined): void {
  jobsCompleted.reset();
  jobsFailed.reset();
  for (const [queue, { completed, failed }] of Object.entries(ended ?? {})) {
    jobsCompleted.inc({ queue }, completed);
    jobsFailed.inc({ queue }, failed);
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Shows the unanswered calls of each partner and the age of the oldest. Without counts the gauges have no value. */
function setUnansweredMetrics(
  { unansweredCalls, unansweredOldestAge }: Pick<Metrics, 'unansweredCalls' | 'unansweredOldestAge'>,
  counts: readonly UnansweredCount[] | undefined,
): void {
  unansweredCalls.reset();
  unansweredOldestAge.reset();
  if (counts === undefined) return;
  for (const system of partners) {
    const own = counts.filter(({ kind }) => partnerOf[kind] === system);
    const sum = (state: 'waiting' | 'stopped') => own.reduce((total, count) => total + count[state], 0);
    for (const state of ['waiting', 'stopped'] as const) unansweredCalls.set({ system, state }, sum(state));
    unansweredOldestAge.set({ system }, Math.max(0, ...own.map(({ oldestAgeSeconds }) => oldestAgeSeconds)));
  }
}
