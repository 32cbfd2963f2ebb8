interface Panel {
  readonly title: string;
  /** Expressions with the text of their legend. */
  readonly lines: Readonly<Record<string, string>>;
  readonly unit: 's' | 'short' | 'reqps' | 'percentunit' | 'bytes';
}

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

/** The cells that are chosen in the dashboard; a series without the label has the empty one. */
const cell = 'cell=~"$cell"';
const rate = (series: string, filter = '') =>
  `rate(${series}{${[cell, filter].filter(Boolean).join(',')}}[$__rate_interval])`;
const quantile = (share: number, histogram: string, { by = '', filter = '' } = {}) => {
  const labels = ['le', by].filter(Boolean).join(', ');
  return `histogram_quantile(${share}, sum by (${labels}) (${rate(`${histogram}_bucket`, filter)}))`;
};

const dashboards: readonly Dashboard[] = [
  {
    uid: 'linework-overview',
    title: 'Linework: overview',
    panels: [
      {
        title: 'Share of errors of the last hour, by objective',
        lines: { '{{objective}}': `linework:objective:error_ratio_1h{${cell}}` },
        unit: 'percentunit',
      },
      {
        title: 'Orders finished',
        lines: { '{{status}}': `sum by (status) (${rate('linework_orders_finished_total')})` },
        unit: 'reqps',
      },
      {
        title: 'Orders that wait',
        lines: {
          due: `max(linework_orders_due{${cell}})`,
          overdue: `max(linework_orders_overdue{${cell}})`,
          paused: `max(linework_orders_paused{${cell}})`,
          'for a system': `max(linework_orders_waiting_for_system{${cell}})`,
        },
        unit: 'short',
      },
      {
        title: 'Age of the oldest due order',
        lines: { age: `max(linework_oldest_due_order_age_seconds{${cell}})` },
        unit: 's',
      },
      {
        title: 'From placed to settled',
        lines: {
          median: quantile(0.5, 'linework_order_duration_seconds'),
          p99: quantile(0.99, 'linework_order_duration_seconds'),
        },
        unit: 's',
      },
      {
        title: 'Requests',
        lines: { '{{status}}': `sum by (status) (${rate('linework_http_request_duration_seconds_count')})` },
        unit: 'reqps',
      },
      {
        title: 'Requests that change something, p99',
        lines: {
          p99: quantile(0.99, 'linework_http_request_duration_seconds', { filter: 'method!="GET"' }),
        },
        unit: 's',
      },
      {
        title: 'Behind',
        lines: {
          'feed of events': `max(linework_event_feed_lag_seconds{${cell}})`,
          webhooks: `max(linework_webhook_oldest_due_age_seconds{${cell}})`,
        },
        unit: 's',
      },
    ],
  },
  {
    uid: 'linework-orders',
    title: 'Linework: orders and workers',
    panels: [
      {
        title: 'Steps by outcome',
        lines: { '{{outcome}}': `sum by (outcome) (${rate('linework_step_duration_seconds_count')})` },
        unit: 'reqps',
      },
      {
        title: 'Steps, p99',
        lines: { '{{step}}': quantile(0.99, 'linework_step_duration_seconds', { by: 'step' }) },
        unit: 's',
      },
      {
        title: 'Failed orders that need attention',
        lines: { '{{step}} {{error_code}}': `max by (step, error_code) (linework_failed_orders{${cell}})` },
        unit: 'short',
      },
      {
        title: 'Calls to systems',
        lines: {
          '{{system}} {{outcome}}': `sum by (system, outcome) (${rate('linework_system_calls_total')})`,
        },
        unit: 'reqps',
      },
      {
        title: 'Open circuit breakers',
        lines: { '{{system}}': `sum by (system) (linework_system_breaker_state{${cell},state="open"})` },
        unit: 'short',
      },
      {
        title: 'Leases and wake-ups',
        lines: {
          'taken over': `sum(${rate('linework_leases_taken_over_total')})`,
          conflicts: `sum(${rate('linework_fencing_conflicts_total')})`,
          requeued: `sum(${rate('linework_orders_requeued_total')})`,
          'failed wake-ups': `sum(${rate('linework_order_wakeups_failed_total')})`,
        },
        unit: 'reqps',
      },
      {
        title: 'Jobs in the queues',
        lines: { '{{queue}} {{state}}': `max by (queue, state) (bullmq_job_count{${cell}})` },
        unit: 'short',
      },
      {
        title: 'Unanswered calls',
        lines: { '{{system}} {{state}}': `max by (system, state) (linework_unanswered_calls{${cell}})` },
        unit: 'short',
      },
    ],
  },
  {
    uid: 'linework-database',
    title: 'Linework: database and processes',
    panels: [
      {
        title: 'Connections in use',
        lines: { '{{job}} {{instance}}': `linework_db_pool_connections{${cell},state="in-use"}` },
        unit: 'short',
      },
      {
        title: 'Statements that wait for a connection',
        lines: { '{{job}} {{instance}}': `linework_db_pool_waiting{${cell}}` },
        unit: 'short',
      },
      {
        title: 'Age of the oldest transaction',
        lines: { age: `max(linework_db_oldest_transaction_age_seconds{${cell}})` },
        unit: 's',
      },
      {
        title: 'Standbys are behind',
        lines: { '{{standby}}': `max by (standby) (linework_db_replication_lag_seconds{${cell}})` },
        unit: 's',
      },
      {
        title: 'Write-ahead log that standbys have not applied',
        lines: { '{{standby}}': `max by (standby) (linework_db_replication_lag_bytes{${cell}})` },
        unit: 'bytes',
      },
      {
        title: 'Dead rows',
        lines: { '{{table}}': `max by (table) (linework_db_dead_rows{${cell}})` },
        unit: 'short',
      },
      {
        title: 'Processor',
        lines: { '{{job}} {{instance}}': `sum by (job, instance) (${rate('process_cpu_seconds_total')})` },
        unit: 'percentunit',
      },
      {
        title: 'Memory',
        lines: { '{{job}} {{instance}}': `process_resident_memory_bytes{${cell}}` },
        unit: 'bytes',
      },
      {
        title: 'Event loop, p99',
        lines: { '{{job}} {{instance}}': `nodejs_eventloop_lag_p99_seconds{${cell}}` },
        unit: 's',
      },
    ],
  },
  {
    uid: 'linework-brokers',
    title: 'Linework: brokers',
    panels: [
      {
        title: 'Orders finished',
        lines: { '{{broker}}': `sum by (broker) (${rate('linework_broker_orders_finished_total')})` },
        unit: 'reqps',
      },
      {
        title: 'Steps, p99',
        lines: { '{{broker}}': quantile(0.99, 'linework_broker_step_duration_seconds', { by: 'broker' }) },
        unit: 's',
      },
      {
        title: 'Requests above their limit (429)',
        lines: { '{{broker}}': `sum by (broker) (${rate('linework_broker_requests_limited_total')})` },
        unit: 'reqps',
      },
      {
        title: 'Webhooks are behind',
        lines: { '{{broker}}': `max by (broker) (linework_broker_webhook_oldest_due_age_seconds{${cell}})` },
        unit: 's',
      },
    ],
  },
];

const width = 12;
const height = 8;

/** The dashboards of Grafana by the name of their file. Each finds its Prometheus and its cells by itself. */
export const dashboardFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(dashboards.map((dashboard) => [`${dashboard.uid}.json`, printDashboard(dashboard)]));

function printDashboard({ uid, title, panels }: Dashboard): string {
  const dashboard = {
    uid,
    title,
    tags: ['linework'],
    schemaVersion: 39,
    editable: true,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' },
        {
          name: 'cell',
          type: 'query',
          label: 'Cell',
          datasource,
          query: { query: 'label_values(linework_orders_due, cell)', refId: 'cell' },
          includeAll: true,
          allValue: '.*',
          multi: true,
          refresh: 2,
          current: { text: 'All', value: '$__all' },
        },
      ],
    },
    panels: panels.map(toPanel),
  };
  return `${JSON.stringify(dashboard, undefined, 2)}\n`;
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana replaces it by the chosen Prometheus.
const datasource = { type: 'prometheus', uid: '${datasource}' };

const toPanel = ({ title, lines, unit }: Panel, at: number) => ({
  id: at + 1,
  type: 'timeseries',
  title,
  datasource,
  gridPos: { x: (at % 2) * width, y: Math.floor(at / 2) * height, w: width, h: height },
  fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 5 } }, overrides: [] },
  targets: Object.entries(lines).map(([legendFormat, expr], line) => ({
    refId: String.fromCharCode('A'.charCodeAt(0) + line),
    expr,
    legendFormat,
  })),
});
