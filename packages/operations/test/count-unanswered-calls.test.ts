import { randomUUID } from 'node:crypto';
import { type OpenDb, openDb } from '@linework/db/db';
import type { UnansweredKind } from '@linework/schemas/unanswered-calls/unanswered-call';
import { aBroker } from '@linework/testing/a-broker';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countUnansweredCalls } from '../src/count-unanswered-calls.ts';
import { createMetrics } from '../src/metrics.ts';
import { metricsPage } from '../src/metrics-page.ts';

describe('counting unanswered calls', () => {
  let testDb: TestDb;
  let db: OpenDb;
  let brokerId: string;

  beforeAll(async () => {
    testDb = await createTestDb();
    db = openDb({ url: testDb.url });
    brokerId = (await aBroker(db)).id;
  });
  afterAll(async () => {
    await db.close();
    await testDb.drop();
  });

  async function addCall(
    kind: UnansweredKind,
    ageSeconds: number,
    ended: { readonly stopped?: boolean; readonly answered?: boolean } = {},
  ): Promise<void> {
    await db.pool.query(
      `INSERT INTO unanswered_call (id, kind, record_id, broker_id, since, code, stopped_at, ended_at)
       VALUES ($1, $2, $3, $4, now() - $5::int * interval '1 s', 'timeout', CASE WHEN $6 THEN now() END,
         CASE WHEN $7 THEN now() END)`,
      [randomUUID(), kind, randomUUID(), brokerId, ageSeconds, ended.stopped ?? false, ended.answered ?? false],
    );
  }

  const read = () =>
    metricsPage(createMetrics(), {
      countOrders: async () => [],
      readWebhookLags: async () => [],
      readDatabaseState: async () => ({ oldestTransactionSeconds: 0, standbys: [], tables: [], withoutPartition: [] }),
      pool: { totalCount: 0, idleCount: 0, waitingCount: 0 },
      countWebhooks: async () => ({ working: 0, failing: 0, disabled: 0, oldestDueSeconds: 0 }),
      countFailures: async () => [],
      countUnanswered: () => countUnansweredCalls(db),
      readEventLag: async () => ({ newestPosition: 0, oldestSeconds: 0 }),
      readTaxRateDays: async () => 60,
      countLateInvoices: async () => 0,
      countDrifts: async () => ({ kinds: {}, share: 0, delaySeconds: 0 }),
      countJobs: async () => ({ orders: {}, maintenance: {} }),
      countEndedJobs: async () => ({ orders: { completed: 0, failed: 0 }, maintenance: { completed: 0, failed: 0 } }),
      failedWakeUps: () => 0,
    }).read();

  it('shows 0 for each partner while all of them respond', async () => {
    await addCall('payment', 900, { answered: true });
    const page = await read();
    expect(page).toContain('linework_unanswered_calls{system="tax-authority",state="stopped"} 0\n');
    expect(page).toContain('linework_unanswered_calls_oldest_age_seconds{system="payment-provider"} 0\n');
  });

  it('shows the count and the age of the oldest for each partner', async () => {
    await addCall('payment', 30);
    await addCall('payment-method', 90_000, { stopped: true });
    await addCall('port-out', 60);
    const page = await read();
    expect(page).toContain('linework_unanswered_calls{system="payment-provider",state="waiting"} 1\n');
    expect(page).toContain('linework_unanswered_calls{system="payment-provider",state="stopped"} 1\n');
    expect(page).toContain('linework_unanswered_calls{system="clearing-house",state="waiting"} 1\n');
    const age = Number(
      /linework_unanswered_calls_oldest_age_seconds\{system="payment-provider"\} (\S+)/.exec(page)?.[1],
    );
    expect(age).toBeGreaterThanOrEqual(90_000);
    expect(age).toBeLessThan(90_600);
  });
});
