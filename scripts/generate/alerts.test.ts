import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needs } from '@linework/testing/run/needs';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { alertRules, alertsFile } from './alerts.ts';

needs('prometheus');
takesLong('much-work');

type Labels = Readonly<Record<string, string>>;

interface Case {
  /** Series by their name and labels, a value for each minute: first the fault, and then its end. */
  readonly series: Readonly<Record<string, string>>;
  /** In minutes. */
  readonly firesAt: number;
  readonly clearsAt: number;
  /** The labels of the alert, without its severity. */
  readonly labels?: Labels;
}

/** A gauge that is bad for half an hour, and good for a day after it. */
const gauge = (bad: number, good = 0) => `${bad}+0x30 ${good}+0x1440`;
/** A counter that grows for half an hour. */
const counter = (perMinute: number) => `0+${perMinute}x30 ${31 * perMinute}+0x1440`;
/** Counters of bad and good events: for an hour only bad ones, then only good ones. */
const bad = '0+10x60 610+0x1440';
const good = '0+0x60 0+1000x1440';

const requests = 'linework_http_request_duration_seconds';
const request = 'method="POST",route="/lines/{id}/block"';
const order = 'type="LINE_BLOCK",status="COMPLETED"';
const settled = 'linework_order_duration_seconds';

/** For each objective its events: an hour in which all are errors, and a day without any. */
const objectiveSeries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'requests-succeed': {
    [`${requests}_count{${request},status="500"}`]: bad,
    [`${requests}_count{${request},status="202"}`]: good,
  },
  'changes-are-fast': {
    [`${requests}_bucket{${request},status="202",le="1"}`]: good,
    [`${requests}_count{${request},status="202"}`]: '0+10x60 610+1000x1440',
  },
  'orders-succeed': {
    'linework_orders_finished_total{type="LINE_BLOCK",status="FAILED"}': bad,
    'linework_orders_finished_total{type="LINE_BLOCK",status="COMPLETED"}': good,
  },
  'orders-are-fast': {
    [`${settled}_bucket{${order},le="60"}`]: good,
    [`${settled}_count{${order}}`]: '0+10x60 610+1000x1440',
  },
  'events-arrive': { linework_event_feed_lag_seconds: '30+0x60 0+0x1440' },
};

const causes: Readonly<Record<string, Case>> = {
  OrdersNeedAttention: {
    series: { 'linework_failed_orders{step="LINE_BLOCK.SUSPEND_NETWORK",error_code="x"}': gauge(1) },
    firesAt: 20,
    clearsAt: 40,
  },
  OrdersAreOverdue: {
    series: { 'linework_orders_overdue{cell="a"}': gauge(3), 'linework_orders_overdue{cell="b"}': gauge(0) },
    firesAt: 2,
    clearsAt: 32,
    labels: { cell: 'a' },
  },
  WorkersAreBehind: { series: { linework_oldest_due_order_age_seconds: gauge(61) }, firesAt: 1, clearsAt: 32 },
  AProgramIsGone: {
    series: { 'up{job="linework-worker",instance="w:3002"}': gauge(0, 1), 'up{job="other"}': gauge(0) },
    firesAt: 5,
    clearsAt: 32,
    labels: { job: 'linework-worker', instance: 'w:3002' },
  },
  ASystemDoesNotAnswer: {
    series: { 'linework_system_breaker_state{system="network",state="open"}': gauge(1) },
    firesAt: 5,
    clearsAt: 32,
    labels: { system: 'network', state: 'open' },
  },
  UnansweredCalls: {
    series: { 'linework_unanswered_calls_oldest_age_seconds{system="clearing-house"}': gauge(4_000) },
    firesAt: 1,
    clearsAt: 32,
    labels: { system: 'clearing-house' },
  },
  WakeUpsFail: { series: { linework_order_wakeups_failed_total: counter(60) }, firesAt: 20, clearsAt: 60 },
  LeasesAreTooShort: { series: { linework_leases_too_short_total: counter(1) }, firesAt: 20, clearsAt: 120 },
  WorkersLoseTheirOrders: { series: { linework_leases_taken_over_total: counter(5) }, firesAt: 20, clearsAt: 60 },
  OldWorkers: {
    series: { 'linework_orders_of_unknown_version_total{type="LINE_BLOCK",version="2"}': counter(1) },
    firesAt: 20,
    clearsAt: 60,
    labels: { type: 'LINE_BLOCK', version: '2' },
  },
  MetricsAreIncomplete: {
    series: { 'linework_scrape_failures_total{source="orders"}': counter(1) },
    firesAt: 20,
    clearsAt: 60,
    labels: { source: 'orders' },
  },
  ConnectionsAreScarce: { series: { linework_db_pool_waiting: gauge(4) }, firesAt: 10, clearsAt: 32 },
  ATransactionIsOld: {
    series: { linework_db_oldest_transaction_age_seconds: gauge(301) },
    firesAt: 1,
    clearsAt: 32,
  },
  AStandbyIsBehind: {
    series: { 'linework_db_replication_lag_seconds{standby="node-2"}': gauge(90) },
    firesAt: 5,
    clearsAt: 32,
    labels: { standby: 'node-2' },
  },
  DeadRowsPileUp: {
    series: {
      'linework_db_dead_rows{table="orders"}': '300000+0x90 0+0x300',
      'linework_db_live_rows{table="orders"}': '100000+0x400',
    },
    firesAt: 70,
    clearsAt: 100,
    labels: { table: 'orders' },
  },
  RowsHaveNoPartition: {
    series: { 'linework_db_rows_without_partition{table="usage_record"}': '2+0x90 0+0x300' },
    firesAt: 70,
    clearsAt: 100,
    labels: { table: 'usage_record' },
  },
  WebhooksAreLate: { series: { linework_webhook_oldest_due_age_seconds: gauge(400) }, firesAt: 10, clearsAt: 32 },
  TaxRatesEnd: { series: { linework_tax_rate_days_left: gauge(59, 400) }, firesAt: 1, clearsAt: 32 },
  InvoicesAreLate: {
    series: { linework_subscriptions_with_late_invoice: '2+0x90 0+0x300' },
    firesAt: 70,
    clearsAt: 100,
  },
  LinesDifferFromTheRegister: {
    series: { linework_drift_share: '0.002+0x90 0+0x300' },
    firesAt: 70,
    clearsAt: 100,
  },
  LinesAreNotCompared: {
    series: { linework_reconciliation_delay_seconds: '90000+0x90 0+0x300' },
    firesAt: 70,
    clearsAt: 100,
  },
  TheApiIsSlowOrRefuses: {
    series: {
      [`${requests}_bucket{${request},status="202",le="1"}`]: '0+0x30 0+1000x120',
      [`${requests}_bucket{${request},status="202",le="2.5"}`]: '0+10x30 310+1000x120',
      [`${requests}_bucket{${request},status="202",le="+Inf"}`]: '0+10x30 310+1000x120',
    },
    firesAt: 20,
    clearsAt: 60,
  },
};

/** What tests an alert: a cause has its own series, and the burn rates those of their objective. */
function caseOf(alert: string, expr: string): Case | undefined {
  const objective = /objective="([^"]+)"/.exec(expr)?.[1];
  if (objective === undefined) return causes[alert];
  const series = objectiveSeries[objective];
  const labels = { objective };
  return (
    series &&
    (alert.endsWith('ForDays')
      ? { series, labels, firesAt: 90, clearsAt: 600 }
      : { series, labels, firesAt: 30, clearsAt: 120 })
  );
}

describe('the rules of Prometheus', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'linework-rules-'));
    writeFileSync(join(folder, 'alerts.yml'), alertsFile());
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const promtool = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };

  it('are valid for promtool', () => {
    expect(promtool('check', 'rules', join(folder, 'alerts.yml'))).toMatchObject({ status: 0 });
    const config = readFileSync('deploy/prometheus/prometheus.yml', 'utf8').replaceAll(
      /password_file:.*/g,
      'password: x',
    );
    writeFileSync(join(folder, 'prometheus.yml'), config);
    expect(promtool('check', 'config', join(folder, 'prometheus.yml'))).toMatchObject({ status: 0 });
  });

  it.each(alertRules())('fire and clear: $alert', ({ alert, expr, labels, annotations }) => {
    const tested = caseOf(alert, expr);
    if (!tested) throw new Error(`${alert} has no series in this file that make it fire.`);
    const firing = { exp_labels: { ...tested.labels, ...labels }, exp_annotations: annotations };
    const test = {
      rule_files: ['alerts.yml'],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: Object.entries(tested.series).map(([series, values]) => ({ series, values })),
          alert_rule_test: [
            { eval_time: `${tested.firesAt}m`, alertname: alert, exp_alerts: [firing] },
            { eval_time: `${tested.clearsAt}m`, alertname: alert, exp_alerts: [] },
          ],
        },
      ],
    };
    writeFileSync(join(folder, 'test.yml'), stringify(test, { lineWidth: 0, aliasDuplicateObjects: false }));
    expect(promtool('test', 'rules', join(folder, 'test.yml'))).toMatchObject({ status: 0 });
  });
});
