import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const httpSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const stepSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const orderSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200];

export type Metrics = ReturnType<typeof createMetrics>;

/** Makes every metric of a program, in a registry of its own, beside those of Node itself. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });

  return {
    registry,
    ...orderMetrics(registers),
    ...partnerMetrics(registers),
    httpRequestDuration: new Histogram({
      name: 'linework_http_request_duration_seconds',
      help: 'From the head of a request to the end of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: httpSeconds,
      registers,
    }),
    wakeUpsFailed: counter('linework_order_wakeups_failed_total', 'Rings that did not reach the queue. The due times make them good.'),
    wakeUpsStale: counter('linework_order_wakeups_stale_total', 'Rings for an old run, or for an order at rest.'),
    systemCalls: new Counter({
      name: 'linework_system_calls_total',
      help: 'Calls to other systems by their outcome: answered, no-answer, away (never arrived), held-back (not made).',
      labelNames: ['system', 'outcome'],
      registers,
    }),
    systemState: new Gauge({
      name: 'linework_system_breaker_state',
      help: 'State of the circuit breaker of each system in this process: 1 for the one that it is in.',
      labelNames: ['system', 'state'],
      registers,
    }),
    ordersDeferred: counter('linework_orders_deferred_total', 'Looks at orders that were not made because their system is away.'),
    fencingConflicts: counter('linework_fencing_conflicts_total', 'Writes that changed nothing because the order had moved on.'),
    leasesTooShort: counter('linework_leases_too_short_total', 'Calls not made because the lease of their order would have ended before them.'),
    leasesTakenOver: counter('linework_leases_taken_over_total', 'Orders taken whose former worker never let go of them.'),
    ordersRequeued: counter('linework_orders_requeued_total', 'Due orders that were rung for again.'),
    reservationsExpired: counter('linework_reservations_expired_total', 'Resources given back because their reservation was over.'),
    quarantinesEnded: counter('linework_quarantines_ended_total', 'Resources whose quarantine ended because its time was over.'),
    ordersDue: gauge('linework_orders_due', 'Orders whose due time has passed, in the whole fleet.'),
    ordersOverdue: gauge('linework_orders_overdue', 'Orders due for so long that nobody can be ringing for them, in the whole fleet.'),
    oldestDueOrderAge: gauge(
      'linework_oldest_due_order_age_seconds',
      'For how long the oldest order that no worker has acquired has been due, in the whole fleet.',
    ),
    ordersWaiting: gauge('linework_orders_waiting_for_system', 'Orders that wait for a system that is away, in the whole fleet.'),
    jobs: new Gauge({ name: 'bullmq_job_count', help: 'Jobs in a queue by their state.', labelNames: ['queue', 'state'], registers }),
    scrapeFailures: new Counter({
      name: 'linework_scrape_failures_total',
      help: 'Times that a source of the metrics could not be read; its gauges are then left out.',
      labelNames: ['source'],
      registers,
    }),
  };
}

function orderMetrics(registers: Registry[]) {
  return {
    orders: new Gauge({
      name: 'linework_orders',
      help: 'Orders that are at work or at rest with a debt, in the whole fleet.',
      labelNames: ['type', 'status'],
      registers,
    }),
    ordersFinished: new Counter({
      name: 'linework_orders_finished_total',
      help: 'Orders that this program brought to rest.',
      labelNames: ['type', 'status'],
      registers,
    }),
    orderFailures: new Counter({
      name: 'linework_order_failures_total',
      help: 'Orders that this program settled without success, by the step that failed and the code of its error.',
      labelNames: ['step', 'error_code'],
      registers,
    }),
    failedOrders: new Gauge({
      name: 'linework_failed_orders',
      help: 'Orders that have failed and need attention, in the whole fleet, by the step that failed and the code of its error.',
      labelNames: ['step', 'error_code'],
      registers,
    }),
    ordersOfUnknownVersion: new Counter({
      name: 'linework_orders_of_unknown_version_total',
      help: 'Times that an order was left to another worker, because this program does not know its type in this version.',
      labelNames: ['type', 'version'],
      registers,
    }),
    orderDuration: new Histogram({
      name: 'linework_order_duration_seconds',
      help: 'From the placing of an order until it came to rest.',
      labelNames: ['type', 'status'],
      buckets: orderSeconds,
      registers,
    }),
    stepDuration: new Histogram({
      name: 'linework_step_duration_seconds',
      help: 'One try of a step or of its undo.',
      labelNames: ['step', 'outcome'],
      buckets: stepSeconds,
      registers,
    }),
  };
}

function partnerMetrics(registers: Registry[]) {
  return {
    unansweredCalls: new Gauge({
      name: 'linework_unanswered_calls',
      help: 'Records whose call a partner has not answered, in the whole fleet: waiting (called again) or stopped (an operator decides).',
      labelNames: ['system', 'state'],
      registers,
    }),
    unansweredOldestAge: new Gauge({
      name: 'linework_unanswered_calls_oldest_age_seconds',
      help: 'Time since the first failed call of the oldest of them; 0 when there is none.',
      labelNames: ['system'],
      registers,
    }),
  };
}
