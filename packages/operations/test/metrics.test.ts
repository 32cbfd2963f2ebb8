import { openDb } from '@linework/db/db';
import { defineRoute } from '@linework/http/define-route';
import { implement } from '@linework/http/implement';
import { mount } from '@linework/http/routing/mount';
import { setTracing } from '@linework/log/tracing/span';
import { createTestDb } from '@linework/testing/create-test-db';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { countOrders } from '../src/count-orders.ts';
import { readWebhookLags } from '../src/count-webhooks.ts';
import { measureRequests } from '../src/measure-requests.ts';
import { createMetrics, type Metrics } from '../src/metrics.ts';
import { metricsObserver } from '../src/metrics-observer.ts';
import { type MetricsSources, metricsPage } from '../src/metrics-page.ts';
import { readDatabaseState } from '../src/read-database-state.ts';
import { type Served, serveApp } from './serve-app.ts';

const sources: MetricsSources = {
  countOrders: async () => [],
  countFailures: async () => [],
  countUnanswered: async () => [],
  readEventLag: async () => ({ newestPosition: 7, oldestSeconds: 0.5 }),
  readTaxRateDays: async () => 60,
  countLateInvoices: async () => 4,
  countDrifts: async () => ({ kinds: { missing: 2 }, share: 0.25, delaySeconds: 9 }),
  readWebhookLags: async () => [{ brokerId: 'broker-9', seconds: 3 }],
  readDatabaseState: async () => ({
    oldestTransactionSeconds: 1.5,
    standbys: [{ standby: 'node-2', lagSeconds: 0.25, lagBytes: 4096 }],
    tables: [{ table: 'orders', dead: 12, live: 7 }],
    withoutPartition: [{ table: 'usage_record', rows: 2 }],
  }),
  pool: { totalCount: 5, idleCount: 2, waitingCount: 3 },
  countWebhooks: async () => ({ working: 2, failing: 1, disabled: 0, oldestDueSeconds: 3 }),
  countJobs: async () => ({ orders: {}, maintenance: {} }),
  countEndedJobs: async () => ({ orders: { completed: 0, failed: 0 }, maintenance: { completed: 0, failed: 0 } }),
  failedWakeUps: () => 0,
};

describe('the page of metrics', () => {
  it('shows the events of the engine observer', async () => {
    const metrics = createMetrics();
    const observer = metricsObserver(metrics);
    observer.orderSettled('LINE_BLOCK', 'COMPLETED', 70, 'broker-1');
    observer.orderSettled('LINE_BLOCK', 'COMPLETED', 400, 'broker-1');
    observer.orderFailed({ step: 'LINE_BLOCK.SUSPEND_NETWORK', errorCode: 'unknown-subscriber' });
    observer.stepEnded('LINE_BLOCK.SUSPEND_NETWORK', 'transient', 30, 'broker-1');
    observer.transitionsCommitted('next', 3);
    observer.transitionsCommitted('next', 1);
    observer.staleWakeUp();
    observer.unknownVersionSkipped('LINE_BLOCK', 2);
    observer.fencingConflict();
    observer.leaseExpired();
    observer.dueOrdersRequeued(7);
    const page = await metricsPage(metrics, sources).read();
    expect(page).toContain('linework_orders_finished_total{type="LINE_BLOCK",status="COMPLETED"} 2\n');
    expect(page).toContain('linework_order_duration_seconds_bucket{le="0.1",type="LINE_BLOCK",status="COMPLETED"} 1\n');
    expect(page).toContain('linework_order_duration_seconds_sum{type="LINE_BLOCK",status="COMPLETED"} 0.47');
    expect(page).toContain(
      'linework_step_duration_seconds_count{step="LINE_BLOCK.SUSPEND_NETWORK",outcome="transient"} 1\n',
    );
    expect(page).toContain(
      'linework_order_failures_total{step="LINE_BLOCK.SUSPEND_NETWORK",error_code="unknown-subscriber"} 1\n',
    );
    expect(page).toContain('linework_order_commits_total{variant="next"} 2\n');
    expect(page).toContain('linework_order_transitions_total{variant="next"} 4\n');
    expect(page).toContain('linework_order_wakeups_stale_total 1\n');
    expect(page).toContain('linework_orders_of_unknown_version_total{type="LINE_BLOCK",version="2"} 1\n');
    expect(page).toContain('linework_fencing_conflicts_total 1\n');
    expect(page).toContain('linework_leases_taken_over_total 1\n');
    expect(page).toContain('linework_orders_requeued_total 7\n');
    expect(page).toContain('linework_event_feed_lag_seconds 0.5\n');
    expect(page).toContain('linework_subscriptions_with_late_invoice 4\n');
    expect(page).toContain('linework_drifts{kind="missing"} 2\n');
    expect(page).toContain('linework_drifts{kind="extra"} 0\n');
    expect(page).toContain('linework_drift_share 0.25\n');
    expect(page).toContain('process_cpu_seconds_total');
    expect(page).toContain('linework_broker_orders_finished_total{broker="broker-1",status="COMPLETED"} 2\n');
    expect(page).toContain('linework_broker_step_duration_seconds_bucket{le="0.05",broker="broker-1"} 1\n');
    expect(page).toContain('linework_broker_webhook_oldest_due_age_seconds{broker="broker-9"} 3\n');
    expect(page).toContain('linework_db_pool_connections{state="in-use"} 3\n');
    expect(page).toContain('linework_db_pool_waiting 3\n');
    expect(page).toContain('linework_db_oldest_transaction_age_seconds 1.5\n');
    expect(page).toContain('linework_db_replication_lag_seconds{standby="node-2"} 0.25\n');
    expect(page).toContain('linework_db_replication_lag_bytes{standby="node-2"} 4096\n');
    expect(page).toContain('linework_db_dead_rows{table="orders"} 12\n');
    expect(page).toContain('linework_db_live_rows{table="orders"} 7\n');
    expect(page).toContain('linework_db_rows_without_partition{table="usage_record"} 2\n');
  });

  it('names the trace of the newest observation of a bucket, in OpenMetrics alone', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    let current: string | null = `00-${trace}-00f067aa0ba902b7-01`;
    setTracing({
      run: (_name, _options, work) => work({ rename() {}, setAttributes() {} }),
      traceParent: () => current,
    });
    try {
      const metrics = createMetrics({ cell: 'south-1' });
      const observer = metricsObserver(metrics);
      observer.orderSettled('LINE_BLOCK', 'COMPLETED', 70, 'broker-1');
      // A trace that is not kept leads to nothing.
      current = `00-${'1'.repeat(32)}-00f067aa0ba902b7-00`;
      observer.orderSettled('LINE_BLOCK', 'COMPLETED', 60, 'broker-1');
      const page = metricsPage(metrics, sources);
      const [plain = '', open = ''] = page.mediaTypes;
      const text = await page.read(open);
      const bucket = text.split('\n').find((line) => /order_duration_seconds_bucket\{.*le="0\.1"/.test(line));
      expect(bucket).toMatch(/ 2 # \{trace_id="4bf92f3577b34da6a3ce929d0e0e4736",span_id="00f067aa0ba902b7"\} 0\.07 /);
      expect(text).toMatch(/\n# EOF\n$/);
      expect(text).not.toContain('\n\n');
      expect(text).toContain('# TYPE linework_orders_finished counter\nlinework_orders_finished_total{');
      const types = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
      expect(new Set(types).size).toBe(types.length);
      expect(await page.read(plain)).toContain('# TYPE linework_orders_finished_total counter\n');
      expect(await page.read()).not.toContain('trace_id');
    } finally {
      setTracing(undefined);
    }
    expect(metricsPage(createMetrics(), sources).mediaTypes).toEqual(['text/plain; version=0.0.4; charset=utf-8']);
  });

  it('has a series for each of the first hundred brokers, in four metrics only', async () => {
    const metrics = createMetrics();
    const observer = metricsObserver(metrics);
    for (let broker = 0; broker < 250; broker += 1) {
      observer.orderSettled('LINE_BLOCK', 'COMPLETED', 70, `broker-${broker}`);
      observer.stepEnded('LINE_BLOCK.SUSPEND_NETWORK', 'done', 30, `broker-${broker}`);
    }
    const page = await metricsPage(metrics, sources).read();
    const finished = [...page.matchAll(/^linework_broker_orders_finished_total\{broker="(.+?)",.*\} (\d+)$/gm)];
    expect(finished).toHaveLength(101);
    expect(finished.find(([, broker]) => broker === 'other')?.[2]).toBe('150');
    const names = [...page.matchAll(/^(\w+?)(?:_bucket|_sum|_count)?\{.*broker="/gm)].map(([, name]) => name);
    expect([...new Set(names)].toSorted()).toEqual([
      'linework_broker_orders_finished_total',
      'linework_broker_step_duration_seconds',
      'linework_broker_webhook_oldest_due_age_seconds',
    ]);
    expect(page).toContain('# TYPE linework_broker_requests_limited_total counter\n');
  });

  it('has the cell on every series if the program has one, and otherwise on none', async () => {
    const seriesOf = async (metrics: Metrics) =>
      (await metricsPage(metrics, sources).read()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const ofCell = await seriesOf(createMetrics({ cell: 'south-1' }));
    expect(ofCell.length).toBeGreaterThan(50);
    expect(ofCell.filter((line) => !/[{,]cell="south-1"[,}]/.test(line))).toEqual([]);
    expect((await seriesOf(createMetrics())).filter((line) => line.includes('cell='))).toEqual([]);
  });

  it('reads the state of a real database', async () => {
    const testDb = await createTestDb();
    const db = openDb({ url: testDb.url });
    const other = await db.pool.connect();
    await other.query('BEGIN; SELECT FROM orders');
    await expect.poll(async () => (await readDatabaseState(db)).oldestTransactionSeconds).toBeGreaterThan(0);
    await other.query('COMMIT');
    other.release();
    const { standbys, tables, withoutPartition } = await readDatabaseState(db);
    expect(withoutPartition).toEqual([
      { table: 'usage_record', rows: 0 },
      { table: 'event', rows: 0 },
    ]);
    expect(standbys).toEqual([]);
    expect(tables.length).toBeLessThanOrEqual(20);
    expect(await readWebhookLags(db)).toEqual([]);
    await db.close();
    await testDb.drop();
  });

  it('shows the current counts without old series', async () => {
    let counts: Awaited<ReturnType<MetricsSources['countOrders']>> = [
      {
        type: 'LINE_BLOCK',
        status: 'PENDING',
        count: 3,
        due: 2,
        overdue: 1,
        paused: 0,
        waiting: 1,
        oldestDueSeconds: 12.5,
      },
      {
        type: 'LINE_UNBLOCK',
        status: 'FAILED',
        count: 4,
        due: 1,
        overdue: 0,
        paused: 0,
        waiting: 0,
        oldestDueSeconds: 0,
      },
    ];
    let failures: Awaited<ReturnType<MetricsSources['countFailures']>> = Array.from({ length: 102 }, (_, at) => ({
      step: 'LINE_BLOCK.SUSPEND_NETWORK',
      errorCode: `code-${at}`,
      count: 102 - at,
      firstFailedAt: new Date(),
      lastFailedAt: new Date(),
    }));
    const page = metricsPage(createMetrics(), {
      ...sources,
      countOrders: async () => counts,
      countFailures: async () => failures,
      countJobs: async () => ({ orders: { paused: 0, waiting: 5 }, maintenance: { paused: 0, waiting: 1 } }),
      countEndedJobs: async () => ({
        orders: { completed: 400, failed: 2 },
        maintenance: { completed: 70, failed: 0 },
      }),
      failedWakeUps: () => 9,
    });
    const first = await page.read();
    expect(first).toContain('linework_orders{type="LINE_BLOCK",status="PENDING"} 3\n');
    expect(first).toContain('linework_orders_due 3\n');
    expect(first).toContain('linework_orders_overdue 1\n');
    expect(first).toContain('linework_orders_waiting_for_system 1\n');
    expect(first).toContain('linework_oldest_due_order_age_seconds 12.5\n');
    expect(first).toContain('linework_failed_orders{step="LINE_BLOCK.SUSPEND_NETWORK",error_code="code-0"} 102\n');
    // The two that are least frequent.
    expect(first).toContain('linework_failed_orders{step="other",error_code="other"} 3\n');
    expect(first).toContain('bullmq_job_count{queue="orders",state="waiting"} 5\n');
    expect(first).toContain('bullmq_job_count{queue="maintenance",state="waiting"} 1\n');
    expect(first).toContain('bullmq_job_completed_total{queue="orders"} 400\n');
    expect(first).toContain('bullmq_job_failed_total{queue="orders"} 2\n');
    counts = [];
    failures = [];
    const second = await page.read();
    expect(second).not.toContain('linework_orders{');
    expect(second).not.toContain('linework_failed_orders{');
    expect(second).toContain('linework_oldest_due_order_age_seconds 0\n');
    expect(second).toContain('linework_orders_due 0\n');
    expect(second).toContain('linework_order_wakeups_failed_total 9\n');
    expect(second).toContain('bullmq_job_completed_total{queue="orders"} 400\n');
  });

  it('omits a source that fails, counts the failure, and shows no old values', async () => {
    const testDb = await createTestDb();
    const db = openDb({ url: testDb.url });
    // A source has a time limit. On a busy machine a new connection alone can take as long.
    await countOrders(db);
    const page = metricsPage(createMetrics(), {
      ...sources,
      countOrders: () => countOrders(db),
      countJobs: () => new Promise(() => {}),
    });
    const whole = await page.read();
    expect(whole).toContain('linework_orders_due 0\n');
    expect(whole).toContain('linework_scrape_failures_total{source="jobs"} 1\n');
    await testDb.drop();
    const partial = await page.read();
    expect(partial).not.toMatch(/^linework_orders_(over)?due /m);
    expect(partial).toContain('linework_scrape_failures_total{source="orders"} 1\n');
    expect(partial).toContain('linework_order_wakeups_failed_total 0\n');
    await db.close();
  });

  it('declares every metric once', async () => {
    const names = [...(await metricsPage(createMetrics(), sources).read()).matchAll(/^# TYPE (\S+)/gm)].map(
      ([, name]) => name,
    );
    expect(names.length).toBeGreaterThan(14);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('requests', () => {
  const getLine = defineRoute({
    name: 'getLine',
    method: 'get',
    path: '/lines/{id}',
    tag: 'lines',
    summary: 'A line.',
    description: 'A line.',
    scope: null,
    params: z.strictObject({ id: z.string() }),
    responses: { 200: { description: 'It.', body: z.strictObject({}) } },
    problems: [],
  });
  let metrics: Metrics;
  let served: Served;
  let answer: () => Promise<void>;

  beforeEach(async () => {
    metrics = createMetrics();
    answer = async () => {};
    const app = express();
    mount(app, [implement(getLine, () => answer().then(() => ({ status: 200, body: {} })))], {
      deps: {},
      authenticate: () => Promise.reject(new Error('no route of this test needs a key')),
      errorsBase: 'https://linework.test/problems',
      onError: () => {},
      onCompleted: measureRequests(metrics),
    });
    served = await serveApp(app);
  });
  afterEach(() => served.close());

  async function series(): Promise<readonly string[]> {
    const page = await metricsPage(metrics, sources).read();
    return [...page.matchAll(/^linework_http_request_duration_seconds_count(.*)$/gm)].map(
      ([, counted]) => counted ?? '',
    );
  }

  it('are measured by route and status, and a path adds no series', async () => {
    for (const path of ['/lines/1', '/lines/2', '/lines/3?x=1', '/wp-admin', '/.env'])
      await (await fetch(served.url + path)).text();
    await expect
      .poll(series)
      .toEqual([
        '{method="GET",route="/lines/{id}",status="200"} 2',
        '{method="GET",route="/lines/{id}",status="400"} 1',
        '{method="GET",route="none",status="404"} 2',
      ]);
  });

  it('of a client that disconnected do not count as completed', async () => {
    const client = new AbortController();
    answer = async () => {
      client.abort();
      await new Promise(() => {});
    };
    await fetch(`${served.url}/lines/1`, { signal: client.signal }).catch(() => {});
    await expect.poll(series).toEqual(['{method="GET",route="/lines/{id}",status="499"} 1']);
  });
});
