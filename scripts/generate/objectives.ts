export interface Objective {
  readonly name: string;
  /** The alert and the section of the handbook when it is missed. */
  readonly title: string;
  /** What the installation promises, of 30 days. */
  readonly promise: string;
  /** The share that may not be an error. */
  readonly goal: number;
  /** The expression of the share of errors in a window, for each cell. */
  readonly errorRatio: (window: string) => string;
}

const requests = 'linework_http_request_duration_seconds';
const settled = 'linework_order_duration_seconds';
const sum = (series: string, window: string) => `sum by (cell) (rate(${series}[${window}]))`;

/** The share of events that are bad; 0 while there are none of them, and no value without any event. */
const shareOf = (bad: string, all: string) => (window: string) =>
  `(${sum(bad, window)} or 0 * ${sum(all, window)}) / (${sum(all, window)} > 0)`;

/** The share of events outside a bucket. */
const shareAbove = (histogram: string, filter: string, le: string) => (window: string) =>
  `1 - ${sum(`${histogram}_bucket{${filter}le="${le}"}`, window)} / ` +
  `(${sum(`${histogram}_count{${filter}}`, window)} > 0)`;

/** What the installation promises to its users. Burn-rate alerts follow from each row. */
export const objectives: readonly Objective[] = [
  {
    name: 'requests-succeed',
    title: 'Requests fail',
    promise: '99.9 % of the requests get no 5xx',
    goal: 0.999,
    errorRatio: shareOf(`${requests}_count{status=~"5.."}`, `${requests}_count`),
  },
  {
    name: 'changes-are-fast',
    title: 'Requests are slow',
    promise: '99 % of the requests that change something are answered within a second',
    goal: 0.99,
    errorRatio: shareAbove(requests, 'method!="GET",', '1'),
  },
  {
    name: 'orders-succeed',
    title: 'Orders fail',
    promise: '99 % of the orders are completed or cancelled',
    goal: 0.99,
    errorRatio: shareOf(
      'linework_orders_finished_total{status!~"COMPLETED|CANCELLED"}',
      'linework_orders_finished_total',
    ),
  },
  {
    name: 'orders-are-fast',
    title: 'Orders are slow',
    promise: '99 % of the orders settle within a minute',
    goal: 0.99,
    errorRatio: shareAbove(settled, '', '60'),
  },
  {
    name: 'events-arrive',
    title: 'Events are late',
    promise: 'in 99.9 % of the time the feed is at most 10 s behind',
    goal: 0.999,
    errorRatio: (window) => `avg_over_time(linework:events_late[${window}])`,
  },
];

export interface Alert {
  /** The heading of its section in docs/guides/operators.md. */
  readonly title: string;
  readonly expr: string;
  readonly forMinutes?: number;
  /** `page` wakes somebody up, `ticket` waits for the morning. */
  readonly severity: 'page' | 'ticket';
  /** The section, where it is that of several alerts. */
  readonly anchor?: string;
}

/** Causes that somebody can remove before a promise is broken, or that no promise shows. */
export const alerts: readonly Alert[] = [
  {
    title: 'Orders need attention',
    expr: 'sum(linework_failed_orders) > 0',
    forMinutes: 15,
    severity: 'ticket',
  },
  {
    title: 'Orders are overdue',
    expr: 'max by (cell) (linework_orders_overdue) > 0',
    forMinutes: 1,
    severity: 'page',
  },
  { title: 'Workers are behind', expr: 'linework_oldest_due_order_age_seconds > 60', severity: 'page' },
  { title: 'A program is gone', expr: 'up{job=~"linework-.*"} == 0', forMinutes: 2, severity: 'page' },
  {
    title: 'A system does not answer',
    expr: 'linework_system_breaker_state{state="open"} == 1',
    forMinutes: 2,
    severity: 'page',
  },
  {
    title: 'Unanswered calls',
    expr: 'linework_unanswered_calls_oldest_age_seconds > 3600',
    severity: 'ticket',
  },
  {
    title: 'Wake-ups fail',
    expr: 'rate(linework_order_wakeups_failed_total[5m]) > 0',
    forMinutes: 10,
    severity: 'page',
  },
  {
    title: 'Leases are too short',
    expr: 'increase(linework_leases_too_short_total[1h]) > 0',
    severity: 'ticket',
  },
  {
    title: 'Workers lose their orders',
    expr: 'increase(linework_leases_taken_over_total[10m]) > 10',
    severity: 'page',
  },
  {
    title: 'Old workers',
    expr: 'increase(linework_orders_of_unknown_version_total[10m]) > 0',
    severity: 'ticket',
  },
  {
    title: 'Metrics are incomplete',
    expr: 'increase(linework_scrape_failures_total[10m]) > 0',
    severity: 'ticket',
  },
  {
    title: 'Connections are scarce',
    expr: 'min_over_time(linework_db_pool_waiting[5m]) > 0',
    severity: 'page',
  },
  {
    title: 'A transaction is old',
    expr: 'max by (cell) (linework_db_oldest_transaction_age_seconds) > 300',
    severity: 'ticket',
  },
  {
    title: 'A standby is behind',
    expr: 'max by (cell, standby) (linework_db_replication_lag_seconds) > 60',
    forMinutes: 2,
    severity: 'page',
  },
  {
    title: 'Dead rows pile up',
    expr: 'max by (cell, table) (linework_db_dead_rows) > 100000 + max by (cell, table) (linework_db_live_rows)',
    forMinutes: 60,
    severity: 'ticket',
  },
  {
    title: 'Rows have no partition',
    expr: 'max by (cell, table) (linework_db_rows_without_partition) > 0',
    forMinutes: 60,
    severity: 'ticket',
  },
  {
    title: 'Webhooks are late',
    expr: 'max by (cell) (linework_webhook_oldest_due_age_seconds) > 300',
    forMinutes: 5,
    severity: 'ticket',
    anchor: 'webhooks-do-not-arrive',
  },
  { title: 'Tax rates end', expr: 'min(linework_tax_rate_days_left) < 60', severity: 'ticket' },
  {
    title: 'Invoices are late',
    expr: 'max(linework_subscriptions_with_late_invoice) > 0',
    forMinutes: 60,
    severity: 'ticket',
  },
  {
    title: 'Lines differ from the register',
    expr: 'max by (cell) (linework_drift_share) > 0.001',
    forMinutes: 60,
    severity: 'ticket',
  },
  {
    title: 'Lines are not compared',
    expr: 'max by (cell) (linework_reconciliation_delay_seconds) > 86400',
    forMinutes: 60,
    severity: 'ticket',
    anchor: 'lines-differ-from-the-register',
  },
  {
    title: 'The API is slow or refuses',
    expr: `histogram_quantile(0.99, sum by (le) (rate(${requests}_bucket[5m]))) > 1`,
    forMinutes: 5,
    severity: 'ticket',
  },
];
