import { randomUUID } from 'node:crypto';
import { createApiKey } from '@linework/api-keys/create-api-key';
import { createCallerFinder } from '@linework/api-keys/create-caller-finder';
import { createApiKey as drawKey } from '@linework/auth/api-key';
import { type OpenDb, openDb } from '@linework/db/db';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHealth } from '../src/health.ts';
import type { MetricsPage } from '../src/metrics-page.ts';
import { openMetricsType } from '../src/open-metrics.ts';
import { operationsApp } from '../src/operations-app.ts';
import { type Served, serveApp } from './serve-app.ts';

type Given = NonNullable<ConstructorParameters<typeof Headers>[0]>;

const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
const behindTheKey = ['/', '/metrics', '/failed-orders', '/queues', '/queues/static/js/main.js', '/nothing-there'];

describe('the operations pages', () => {
  let testDb: TestDb;
  let db: OpenDb;
  let served: Served;
  let operatorKey: string;
  let metrics: MetricsPage;
  const errors: unknown[] = [];

  beforeAll(async () => {
    testDb = await createTestDb();
    db = openDb({ url: testDb.url });
    operatorKey = (await createApiKey(db, { name: 'an operator', scopes: ['operator'] })).key;
  });
  afterAll(async () => {
    await db.close();
    await testDb.drop();
  });

  beforeEach(async () => {
    errors.length = 0;
    metrics = {
      mediaTypes: ['text/plain; version=0.0.4; charset=utf-8', openMetricsType],
      read: async () => 'linework_orders_due 0\n',
    };
    const app = operationsApp({
      health: createHealth({ required: { postgres: async () => true } }),
      metrics: { ...metrics, read: (mediaType) => metrics.read(mediaType) },
      countFailures: async () => [
        {
          step: 'LINE_BLOCK.SUSPEND_NETWORK',
          errorCode: '<b>odd</b>',
          count: 7,
          firstFailedAt: new Date(0),
          lastFailedAt: new Date(1_000),
        },
      ],
      board: (_request, response) => void response.end('the board'),
      authenticate: createCallerFinder(db),
      errorsBase: 'https://linework.test/problems',
      onError: (error) => errors.push(error),
    });
    served = await serveApp(app);
  });
  afterEach(() => served.close());

  const get = (path: string, headers: Given = {}) => fetch(served.url + path, { headers });
  const withKey = (path: string, key: string) => get(path, { 'X-API-Key': key });

  it.each([
    ['curl', '*/*', 'text/plain; version=0.0.4; charset=utf-8'],
    ['a browser', 'text/html,*/*;q=0.8', 'text/plain; version=0.0.4; charset=utf-8'],
    [
      'Prometheus 2',
      'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
      openMetricsType,
    ],
    [
      'Prometheus 3',
      'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,text/plain;version=0.0.4;q=0.2',
      openMetricsType,
    ],
  ])('shows the metrics to %s in the form that it asks for', async (_, accept, mediaType) => {
    const response = await get('/metrics', { 'X-API-Key': operatorKey, Accept: accept });
    expect(response.headers.get('Content-Type')).toBe(mediaType);
  });

  it('need a key, except the health', async () => {
    for (const path of behindTheKey) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, 401]);
      expect(response.headers.get('WWW-Authenticate')).toBe('Basic realm="linework operators", charset="UTF-8"');
      expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    }
    expect((await get('/health/ready')).status).toBe(200);
    expect((await get('/health/live')).status).toBe(200);
  });

  it('name every unknown check that the health shall leave out, and those that there are', async () => {
    const response = await get('/health/ready?exclude=redis,reds&exclude=tax-authority');
    expect(response.status).toBe(400);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    const { errors: found } = (await response.json()) as { readonly errors: readonly { readonly detail: string }[] };
    const known = '`exclude` must name checks of `postgres`, `redis`, `queue`, `maintenance`, and not';
    expect(found.map(({ detail }) => detail)).toEqual([`${known} "reds".`, `${known} "tax-authority".`]);
  });

  it('accept the key in the header, and as the password with any user name', async () => {
    for (const headers of [
      { 'X-API-Key': operatorKey },
      { Authorization: basic('', operatorKey) },
      { Authorization: basic('anna', operatorKey) },
    ]) {
      expect((await get('/', headers)).status).toBe(200);
      expect(await (await get('/queues', headers)).text()).toBe('the board');
      expect(await (await get('/metrics', headers)).text()).toBe('linework_orders_due 0\n');
    }
  });

  it('show the failed orders by step and error, with escaped codes', async () => {
    const page = await (await withKey('/failed-orders', operatorKey)).text();
    expect(page).toContain('7 orders have failed and need attention.');
    expect(page).toContain(
      '<td>7</td><td>LINE_BLOCK.SUSPEND_NETWORK</td><td>&#60;b&#62;odd&#60;/b&#62;</td><td>1970-01-01T00:00:00.000Z</td>',
    );
    expect(page).toContain(
      'GET ' +
        '/orders?status=FAILED%2CROLLBACK_FAILED%2CCANCEL_FAILED&#38;superseded=false&#38;step=LINE_BLOCK.SUSPEND_NETWORK',
    );
  });

  it('respond the same to every invalid key, except for the request id', async () => {
    const revoked = await createApiKey(db, { name: 'revoked', scopes: ['operator'] });
    await db.prisma.apiKey.update({ where: { id: revoked.id }, data: { revokedAt: new Date() } });
    const expired = await createApiKey(db, { name: 'expired', scopes: ['operator'] });
    await db.prisma.apiKey.update({ where: { id: expired.id }, data: { expiresAt: new Date('2020-01-01') } });
    const invalid: Given[] = [
      {},
      { 'X-API-Key': '' },
      { 'X-API-Key': drawKey() },
      { 'X-API-Key': 'k'.repeat(10_000) },
      { 'X-API-Key': revoked.key },
      { 'X-API-Key': expired.key },
      [
        ['X-API-Key', operatorKey],
        ['X-API-Key', operatorKey],
      ],
      { 'X-API-Key': operatorKey, Authorization: basic('anna', operatorKey) },
      { Authorization: `Bearer ${operatorKey}` },
      { Authorization: basic(operatorKey, '') },
      { Authorization: 'Basic ***' },
    ];
    const answers = await Promise.all(
      invalid.map(async (headers) => {
        const requestId = randomUUID();
        const response = await get('/metrics', [...new Headers(headers), ['X-Request-Id', requestId]]);
        return `${response.status} ${(await response.text()).replaceAll(requestId, '')}`;
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^401 /);
  });

  it('reject a key without the scope', async () => {
    const { key } = await createApiKey(db, { name: 'orders only', scopes: ['orders:read', 'orders:write'] });
    const response = await withKey('/queues', key);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'missing-scope', scope: 'operator' });
  });

  it('reject wrong keys from an address that sent too many, and accept valid ones from there', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => (await withKey('/metrics', drawKey())).status),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(80);
    const held = await withKey('/metrics', drawKey());
    expect(Number(held.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await held.json()).toMatchObject({ status: 429, code: 'rate-limited' });
    expect((await withKey('/metrics', operatorKey)).status).toBe(200);
  });

  it('do not count a browser that has sent no password yet', async () => {
    for (let count = 0; count < 30; count += 1) await get('/queues');
    expect((await withKey('/queues', drawKey())).status).toBe(401);
  });

  it('respond with a problem for an unknown path, and without details for an unexpected error', async () => {
    expect(await (await withKey('/nothing-there', operatorKey)).json()).toMatchObject({
      type: 'https://linework.test/problems/not-found',
      status: 404,
    });
    metrics = { ...metrics, read: () => Promise.reject(new Error('a table is missing')) };
    const broken = await withKey('/metrics', operatorKey);
    expect(broken.status).toBe(500);
    expect(Object.keys((await broken.json()) as object).sort()).toEqual([
      'code',
      'instance',
      'requestId',
      'status',
      'title',
      'type',
    ]);
    expect(errors).toEqual([new Error('a table is missing')]);
  });

  it('respond with 503 while the database is unavailable', async () => {
    metrics = {
      ...metrics,
      read: () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
    };
    const away = await withKey('/metrics', operatorKey);
    expect([away.status, away.headers.get('Retry-After')]).toEqual([503, '1']);
    expect(await away.json()).toMatchObject({ code: 'unavailable' });
  });

  it('have the security headers of a page', async () => {
    const { headers } = await withKey('/', operatorKey);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.has('x-powered-by')).toBe(false);
    expect(headers.get('x-request-id')).not.toBeNull();
  });
});
