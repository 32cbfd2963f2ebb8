import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRoles } from '@linework/db/create-roles';
import { openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@linework/local-servers/embedded-postgres';
import { findFreePort } from '@linework/local-servers/find-free-port';
import { postgresUser } from '@linework/local-servers/postgres-user';
import { type RedisServer, startRedisServer } from '@linework/local-servers/redis-server';
import { eventType } from '@linework/schemas/events';
import { lineworkClient } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCell, startCell } from './start-cell.ts';

needs('openssl', 'redis-server', 'haproxy');

const certificateCommand = readFileSync('docs/guides/examples/tls-and-secrets/certificate.console', 'utf8');
const verified = (url: string, parameters: Readonly<Record<string, string>>): string => {
  const verifiedUrl = new URL(url);
  for (const [name, value] of Object.entries(parameters)) verifiedUrl.searchParams.set(name, value);
  return verifiedUrl.href;
};

describe('programs that speak TLS to PostgreSQL and Redis, behind a haproxy with TLS', () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  let redis: RedisServer;
  let databaseUrl: string;
  let redisPort: number;
  let system: System;
  let cell: RunningCell;
  const file = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linework-tls-'));
    execFileSync('sh', ['-ec', certificateCommand], { cwd: folder, stdio: 'ignore' });
    chmodSync(folder, 0o755);
    const { ids } = postgresUser([folder]);
    for (const name of ['key.pem', 'certificate.pem', 'both.pem']) {
      chmodSync(file(name), 0o600);
      if (ids) chownSync(file(name), ids.uid, ids.gid);
    }
    postgres = await startEmbeddedPostgres({
      dataDir: file('postgres'),
      settings: { fsync: 'off', ssl: 'on', ssl_cert_file: file('certificate.pem'), ssl_key_file: file('key.pem') },
      temporary: true,
    });
    databaseUrl = verified(postgres.url, { sslmode: 'verify-full', sslrootcert: file('certificate.pem') });
    await migrate(databaseUrl);
    redisPort = await findFreePort();
    const tls = { cert: 'certificate.pem', key: 'key.pem', 'ca-cert': 'certificate.pem' };
    const files = Object.entries(tls).flatMap(([name, of]) => [`--tls-${name}-file`, file(of)]);
    redis = await startRedisServer({
      flags: ['--port', '0', '--tls-port', String(redisPort), ...files, '--tls-auth-clients', 'no'],
    });
    system = await startSystem({
      databaseUrl,
      redisUrl: `rediss://127.0.0.1:${redisPort}`,
      settings: { NODE_EXTRA_CA_CERTS: file('certificate.pem'), TRUST_PROXY: '1' },
    });
    const apis = [new URL(system.api.url).host];
    const own = { name: 'front', defaultCell: 'a', otherCells: { a: apis }, certificate: file('both.pem') };
    cell = await startCell(own, ['haproxy']);
  });
  afterAll(async () => {
    await cell?.stop();
    await system?.close();
    await redis?.stop();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Sends a request over TLS, and reads its answer until it ends or has a text. */
  function send(method: string, path: string, until?: string) {
    const { hosts, ports } = cell.cell;
    return new Promise<{ readonly status: number | undefined; readonly text: string }>((resolve, reject) => {
      const sent = request(
        {
          host: hosts[0]?.address,
          port: ports.public,
          method,
          path,
          headers: { 'X-API-Key': system.key },
          ca: readFileSync(file('certificate.pem')),
          // The address of the test's haproxy is not in the certificate.
          servername: '',
          checkServerIdentity: () => undefined,
        },
        (response) => {
          let text = '';
          const end = () => resolve({ status: response.statusCode, text });
          response.setEncoding('utf8').on('data', (part: string) => {
            text += part;
            if (until !== undefined && text.includes(until)) {
              end();
              sent.destroy();
            }
          });
          response.once('end', end);
        },
      );
      sent.once('error', reject).end();
    });
  }

  const startPrograms = async (url: string) => ({
    api: await system.startApi({ DATABASE_URL: url }),
    worker: await system.startWorker({ DATABASE_URL: url }),
  });
  async function blockALine(apiUrl: string): Promise<void> {
    const [line] = await system.lines(1);
    const orderId = await lineworkClient(apiUrl, system.key).placeOrder('block', line?.id ?? '');
    await system.waitForOrder(orderId, 'COMPLETED');
  }

  it('block a line, and send its events as a stream', async () => {
    const worker = await system.startWorker();
    const [line] = await system.lines(1);
    await waitUntil('haproxy leads to the API', () =>
      send('GET', `/lines/${line?.id}`).then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
    const stream = send('GET', '/events/stream?after=0', eventType('line.blocked'));
    expect((await send('POST', `/lines/${line?.id}/block`)).status).toBe(200);
    await system.waitUntilSettled();
    expect(JSON.parse((await send('GET', `/lines/${line?.id}`)).text)).toMatchObject({ status: 'BLOCKED' });
    expect((await stream).status).toBe(200);
    const { rows } = await system.db.pool.query(
      `SELECT DISTINCT a.application_name AS program, s.ssl
       FROM pg_stat_activity a
       JOIN pg_stat_ssl s USING (pid)
       WHERE a.backend_type = 'client backend' AND a.application_name IN ('linework api', 'linework worker')
       ORDER BY 1`,
    );
    expect(rows).toEqual([
      { program: 'linework api', ssl: true },
      { program: 'linework worker', ssl: true },
    ]);
    expect(await worker.stop()).toBe(0);
  });

  it('refuse a PostgreSQL whose certificate no authority of theirs has signed', async () => {
    const db = openDb({ url: verified(postgres.url, { sslmode: 'verify-full' }) });
    await expect(db.pool.query('SELECT 1')).rejects.toThrow(/self.signed certificate/);
    await db.close();
  });

  it('do the same work with a second role, and none with the first after its end', async () => {
    const roleUrl = (name: string) => {
      const url = new URL(databaseUrl);
      Object.assign(url, { username: name, password: `of-${name}` });
      return url.href;
    };
    const roles = { adminUrl: databaseUrl, ownerUrl: roleUrl('the_owner') };
    await createRoles({ ...roles, applicationUrl: roleUrl('first') });
    const earlier = await startPrograms(roleUrl('first'));
    await blockALine(earlier.api.url);
    await createRoles({ ...roles, applicationUrl: roleUrl('second') });
    const later = await startPrograms(roleUrl('second'));
    for (const program of [earlier.worker, earlier.api]) expect(await program.stop()).toBe(0);
    await system.db.pool.query('ALTER ROLE first NOLOGIN');
    await blockALine(later.api.url);
    const ended = openDb({ url: roleUrl('first') });
    await expect(ended.pool.query('SELECT 1')).rejects.toThrow('is not permitted to log in');
    await ended.close();
  });
});
