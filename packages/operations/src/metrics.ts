import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  openMetricsContentType,
  Registry,
} from 'prom-client';
import { brokerMetrics } from './broker-metrics.ts';

const httpSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const stepSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const orderSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Creates all metrics of a program and the default metrics of Node.js in a new registry. `cell` is a label of every
 * series.
 */
export function createMetrics({ cell }: { readonly cell?: string | undefined } = {}) {
  const registry = new Registry();
  const traced = new Registry<OpenMetricsContentType>();
  traced.setContentType(openMetricsContentType);
  if (cell !== undefined) for (const one of [registry, traced]) one.setDefaultLabels({ cell });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    /** The histograms whose buckets name a trace, once more in the format that can show it. */
    traced,
    ...orderMetrics(registers),
    ...tracedMetrics({ registry, traced }),
    ...partnerMetrics(registers),
    ...webhookMetrics(registers),
    ...executionMetrics(registers),
    ...backlogMetrics(registers),
    ...jobMetrics(registers),
    ...databaseMetrics(registers),
    ...brokerMetrics(registers),
    scrapeFailures: new Counter({
      name: 'linework_scrape_failures_total',
      help: 'Failed reads of a source of the metrics. The page then omits the gauges of that source.',
      labelNames: ['source'],
      registers,
    }),
  };
}

interface TracedRegistries {
  readonly registry: Registry;
  readonly traced: Registry<OpenMetricsContentType>;
}

/** Each bucket keeps the trace of its newest observation as exemplar; `exemplarOf` says which. */
function tracedMetrics({ registry, traced }: TracedRegistries) {
  const enableExemplars = true;
  const registers = [traced];
  const metrics = {
    httpRequestDuration: new Histogram({
      name: 'linework_http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its response.',
      labelNames: ['method', 'route', 'status'],
      buckets: httpSeconds,
      enableExemplars,
      registers,
    }),
    orderDuration: new Histogram({
      name: 'linework_order_duration_seconds',
      help: 'Time from the placement of an order until it settled.',
      labelNames: ['type', 'status'],
      buckets: orderSeconds,
      enableExemplars,
      registers,
    }),
    stepDuration: new Histogram({
      name: 'linework_step_duration_seconds',
      help: 'Time of one attempt of a step or of its undo.',
      labelNames: ['step', 'outcome'],
      buckets: stepSeconds,
      enableExemplars,
      registers,
    }),
  };
  // prom-client lets no such histogram begin in a registry of another format.
  for (const metric of Object.values(metrics)) registry.registerMetric(metric);
  return metrics;
}

/** What the execution of orders and the expiry of resources meet in this process. */
function executionMetrics(registers: Registry[]) {
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  return {
    wakeUpsFailed: counter(
      'linework_order_wakeups_failed_total',
      'Wake-ups that did not reach the queue. The sweep requeues their orders.',
    ),
    wakeUpsStale: counter('linework_order_wakeups_stale_total', 'Wake-ups for an old epoch, or for a settled order.'),
    systemCalls: new Counter({
      name: 'linework_system_calls_total',
      help:
        'Calls to other systems by their outcome: answered, no-answer, unavailable (never arrived), ' +
        'short-circuited (not made).',
      labelNames: ['system', 'outcome'],
      registers,
    }),
    systemState: new Gauge({
      name: 'linework_system_breaker_state',
      help: 'State of the circuit breaker of each system in this process: 1 for the current state, else 0.',
      labelNames: ['system', 'state'],
      registers,
    }),
    ordersDeferred: counter(
      'linework_orders_deferred_total',
      'Order executions that were deferred because their system is down.',
    ),
    fencingConflicts: counter(
      'linework_fencing_conflicts_total',
      'Writes that changed nothing because the order had a newer epoch.',
    ),
    leasesTooShort: counter(
      'linework_leases_too_short_total',
      'Calls that were not made because the lease of the order would have expired before their end.',
    ),
    leasesTakenOver: counter(
      'linework_leases_taken_over_total',
      'Orders acquired after the lease of another worker expired.',
    ),
    ordersRequeued: counter('linework_orders_requeued_total', 'Due orders that the sweep queued again.'),
    reservationsExpired: counter(
      'linework_reservations_expired_total',
      'Resources released because their reservation expired.',
    ),
    quarantinesEnded: counter('linework_quarantines_ended_total', 'Resources whose quarantine ended at its end time.'),
  };
}

/** What waits in the database, of all programs. */
function backlogMetrics(registers: Registry[]) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  return {
    ordersDue: gauge('linework_orders_due', 'Orders whose due time has passed, of all workers.'),
    ordersOverdue: gauge(
      'linework_orders_overdue',
      'Orders that have been due for 10 s or more, of all workers: no worker acquires them.',
    ),
    oldestDueOrderAge: gauge(
      'linework_oldest_due_order_age_seconds',
      'Age of the oldest due order that no worker has acquired, of all workers.',
    ),
    ordersPaused: gauge('linework_orders_paused', 'Orders that wait until an operator ends a pause, of all workers.'),
    ordersWaiting: gauge(
      'linework_orders_waiting_for_system',
      'Orders that wait for a system that is down, of all workers.',
    ),
    eventLag: gauge(
      'linework_event_feed_lag_seconds',
      'Age of the oldest committed event without a position in the feed; 0 if all have one.',
    ),
    eventPosition: gauge('linework_event_newest_position', 'The newest position of the feed of events.'),
    taxRateDays: gauge(
      'linework_tax_rate_days_left',
      'Days until a receipt needs a tax rate that is not loaded; 0 if receipts wait for one.',
    ),
    drifts: new Gauge({
      name: 'linework_drifts',
      help: 'Open drifts: differences between lines and the register of the network, by their kind.',
      labelNames: ['kind'],
      registers,
    }),
    driftShare: gauge('linework_drift_share', 'Lines with an open drift, as a share of all lines in the register.'),
    reconciliationDelay: gauge(
      'linework_reconciliation_delay_seconds',
      'Time since the line became due to be compared with the register that has waited longest; 0 if none waits.',
    ),
    lateInvoices: gauge(
      'linework_subscriptions_with_late_invoice',
      'Subscriptions with an invoice that was due before today and is not made yet.',
    ),
  };
}

/** The connections of this process, and what the database says about itself. */
function databaseMetrics(registers: Registry[]) {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  return {
    poolConnections: gauge('linework_db_pool_connections', 'Open connections of this process to PostgreSQL.', [
      'state',
    ]),
    poolWaiting: gauge('linework_db_pool_waiting', 'Statements of this process that wait for a connection.'),
    oldestTransactionAge: gauge(
      'linework_db_oldest_transaction_age_seconds',
      'Age of the oldest open transaction of a client of this database; 0 if there is none.',
    ),
    replicationLagSeconds: gauge(
      'linework_db_replication_lag_seconds',
      'Time until a standby has applied what the primary wrote, as the primary measured it last.',
      ['standby'],
    ),
    replicationLagBytes: gauge(
      'linework_db_replication_lag_bytes',
      'Bytes of the write-ahead log that a standby has not applied.',
      ['standby'],
    ),
    deadRows: gauge(
      'linework_db_dead_rows',
      'Dead rows that no vacuum has removed, of the tables with most; partitions count for their table.',
      ['table'],
    ),
    rowsWithoutPartition: gauge(
      'linework_db_rows_without_partition',
      'Rows in the default partition of a table, which are never dropped, at most 1,000. More than 0 is a fault.',
      ['table'],
    ),
    liveRows: gauge('linework_db_live_rows', 'Live rows of the same tables, as PostgreSQL estimates them.', ['table']),
  };
}

/** The names are those of BullMQ's own exporter. */
function jobMetrics(registers: Registry[]) {
  return {
    jobs: new Gauge({
      name: 'bullmq_job_count',
      help: 'Jobs in a queue by their state. It keeps only the last ones of those that have completed or failed.',
      labelNames: ['queue', 'state'],
      registers,
    }),
    jobsCompleted: new Counter({
      name: 'bullmq_job_completed_total',
      help: 'Jobs that all workers have completed.',
      labelNames: ['queue'],
      registers,
    }),
    jobsFailed: new Counter({
      name: 'bullmq_job_failed_total',
      help: 'Jobs of all workers whose last attempt has failed.',
      labelNames: ['queue'],
      registers,
    }),
  };
}

function orderMetrics(registers: Registry[]) {
  return {
    orders: new Gauge({
      name: 'linework_orders',
      help: 'Open orders, and failed orders that need attention, of all workers.',
      labelNames: ['type', 'status'],
      registers,
    }),
    ordersFinished: new Counter({
      name: 'linework_orders_finished_total',
      help: 'Orders that this program settled.',
      labelNames: ['type', 'status'],
      registers,
    }),
    orderFailures: new Counter({
      name: 'linework_order_failures_total',
      help: 'Orders that this program settled without success, by the failed step and its error code.',
      labelNames: ['step', 'error_code'],
      registers,
    }),
    failedOrders: new Gauge({
      name: 'linework_failed_orders',
      help: 'Failed orders that need attention, of all workers, by the failed step and its error code.',
      labelNames: ['step', 'error_code'],
      registers,
    }),
    ordersOfUnknownVersion: new Counter({
      name: 'linework_orders_of_unknown_version_total',
      help: 'Orders left to another worker because this program does not have this version of their type.',
      labelNames: ['type', 'version'],
      registers,
    }),
    commits: new Counter({
      name: 'linework_order_commits_total',
      help: 'Statements with which workers committed transitions of orders, by the variant of the statement.',
      labelNames: ['variant'],
      registers,
    }),
    transitions: new Counter({
      name: 'linework_order_transitions_total',
      help: 'Transitions of orders in these statements.',
      labelNames: ['variant'],
      registers,
    }),
  };
}

function webhookMetrics(registers: Registry[]) {
  return {
    webhookAttempts: new Counter({
      name: 'linework_webhook_attempts_total',
      help: 'Calls of webhook receivers by this program: delivered, or the reason of the failure.',
      labelNames: ['outcome'],
      registers,
    }),
    webhookAttemptDuration: new Histogram({
      name: 'linework_webhook_attempt_duration_seconds',
      help: 'Time of one call of a webhook receiver.',
      labelNames: ['outcome'],
      buckets: httpSeconds,
      registers,
    }),
    webhookEndpoints: new Gauge({
      name: 'linework_webhook_endpoints',
      help: 'Webhook endpoints by their state: working, failing, disabled.',
      labelNames: ['state'],
      registers,
    }),
    webhookOldestDueAge: new Gauge({
      name: 'linework_webhook_oldest_due_age_seconds',
      help: 'Time since the oldest due delivery of a working endpoint became due, of all workers; 0 if there is none.',
      registers,
    }),
  };
}

function partnerMetrics(registers: Registry[]) {
  return {
    unansweredCalls: new Gauge({
      name: 'linework_unanswered_calls',
      help:
        'Records whose call a partner has not answered, of all workers: waiting (called again) or stopped (an ' +
        'operator decides).',
      labelNames: ['system', 'state'],
      registers,
    }),
    unansweredOldestAge: new Gauge({
      name: 'linework_unanswered_calls_oldest_age_seconds',
      help: 'Time since the first failed call of the oldest record; 0 if there is none.',
      labelNames: ['system'],
      registers,
    }),
  };
}
