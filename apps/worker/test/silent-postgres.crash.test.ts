import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@linework/local-servers/embedded-postgres';
import { pausePostgres } from '@linework/testing/processes/pause-postgres';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { needs } from '@linework/testing/run/needs';
import { measureSlowness } from '@linework/testing/servers/measure-slowness';
import { type StallingProxy, stallingProxy } from '@linework/testing/servers/stalling-proxy';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const responseLimitMs = 6_000;
const recoveryLimitMs = 10_000;
/** More requests than the pool has connections and than a batch has orders. */
const manyAtOnce = 80;

let folder: string;
let dataDir: string;
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linework-silent-'));
  dataDir = join(folder, 'postgres');
  postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' }, temporary: true });
  await migrate(await createDatabase('migrated', 'template1'));
});
afterAll(async () => {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Creates a database from another one, and returns its URL. */
async function createDatabase(name: string, template: string): Promise<string> {
  const db = openDb({ url: postgres.url });
  await db.pool.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`).finally(() => db.close());
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

interface Outage {
  begin(): Promise<void>;
  end(): void;
}

let resumePostgres = (): void => undefined;
let proxy: StallingProxy;
const outages: Readonly<Record<string, Outage>> = {
  'is suspended': {
    async begin() {
      resumePostgres = await pausePostgres(dataDir);
    },
    end: () => resumePostgres(),
  },
  'is behind a network that drops every packet': {
    begin: async () => proxy.stall(),
    end: () => proxy.resume(),
  },
};

describe.each(['Redis', 'PostgreSQL'])('with the queues in %s,', (queues) => {
  if (queues === 'Redis') needs('redis');
  let system: System;
  beforeAll(async () => {
    const databaseUrl = await createDatabase(`queues_in_${queues.toLowerCase()}`, 'migrated');
    proxy = await stallingProxy(databaseUrl);
    const redisUrl = queues === 'Redis' ? await testRedisUrl() : undefined;
    system = await startSystem({
      databaseUrl,
      settings: { DATABASE_URL: proxy.url, STATEMENT_TIMEOUT_MS: '5000' },
      ...(redisUrl && { redisUrl }),
    });
    await system.startWorker();
  });
  afterAll(async () => {
    resumePostgres();
    await system?.close();
    proxy?.close();
  });

  const send = async (method: string, path: string, headers: Readonly<Record<string, string>> = {}) => {
    const fromMs = performance.now();
    const response = await fetch(system.api.url + path, { method, headers: { 'X-API-Key': system.key, ...headers } });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: await response.json(),
      tookMs: performance.now() - fromMs,
    };
  };

  describe.each(Object.entries(outages))('while PostgreSQL %s,', (_name, outage) => {
    it('every request gets 503 within 6 s, and work continues within 10 s after it is back', async () => {
      const lines = await system.lines(manyAtOnce + 1);
      const [last, ...others] = lines.map(({ id }) => id);
      expect((await send('GET', `/lines/${last}`)).status).toBe(200);
      const earlier = others.slice(0, 10).map((id) => send('POST', `/lines/${id}/block`));
      await Promise.all(earlier);

      await outage.begin();
      const requests = others
        .slice(10)
        .flatMap((id, at) => [
          send('POST', `/lines/${id}/block`, at % 2 === 0 ? { 'Idempotency-Key': `silent-${id}` } : {}),
          ...(at % 10 === 0 ? [send('GET', `/lines/${id}`), send('GET', '/orders')] : []),
        ]);
      const responses = await Promise.all(requests);
      const late = await Promise.all([send('GET', `/lines/${last}`), send('POST', `/lines/${last}/block`)]);
      outage.end();
      const backMs = performance.now();

      const all = [...responses, ...late];
      expect(all.map(({ status, retryAfter }) => `${status} ${retryAfter}`)).toEqual(all.map(() => '503 1'));
      expect(Math.max(...all.map(({ tookMs }) => tookMs))).toBeLessThan(responseLimitMs * measureSlowness());
      await expect.poll(async () => (await send('POST', `/lines/${last}/block`)).status).toBeOneOf([200, 409]);
      await expect
        .poll(async () => (await system.db.prisma.line.findUnique({ where: { id: last ?? '' } }))?.status)
        .toBe('BLOCKED');
      expect(performance.now() - backMs).toBeLessThan(recoveryLimitMs * measureSlowness());
      await system.waitUntilSettled();
    });
  });
});
