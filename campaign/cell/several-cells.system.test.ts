import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createApiKey } from '@linework/api-keys/create-api-key';
import { scopes } from '@linework/auth/scopes';
import { createBroker } from '@linework/brokers/create-broker';
import { type OpenDb, openDb } from '@linework/db/db';
import { anyEventIsNew } from '@linework/events/feed/assign-event-positions';
import { findFreePort } from '@linework/local-servers/find-free-port';
import { startSession } from '@linework/operators/start-session';
import { eventType } from '@linework/schemas/events';
import { aPool } from '@linework/testing/a-pool';
import { findViolations } from '@linework/testing/invariants/check-invariants';
import { createLinesOnNetwork } from '@linework/testing/processes/lines-on-network';
import { lineworkClient } from '@linework/testing/processes/linework-client';
import type { ApiProcess } from '@linework/testing/processes/start-api';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { takesLong } from '@linework/testing/run/takes-long';
import { manyLines } from '@linework/testing/volume/many-lines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clients, longestGapMs, startClients } from './clients.ts';
import { setMap } from './faults.ts';
import { type RunningCell, startCell } from './start-cell.ts';

needs('haproxy');
takesLong('system');

/** Lines that have orders, and lines that are only there: `LINEWORK_SPLIT_LINES=50000` is a base of 100,000. */
const [busyLines, quietLines] = [8, Number(process.env['LINEWORK_SPLIT_LINES'] ?? 500)];

const received: Record<string, string[]> = {};
const receiver = createServer((request, response) => {
  const path = request.url ?? '';
  received[path] ??= [];
  received[path].push(String(request.headers['webhook-id']));
  request.resume().on('end', () => response.end());
}).listen(0, '127.0.0.1');
afterAll(() => void receiver.close());

/** A broker of a group with a key, lines and an endpoint for its webhooks. */
async function aTenant({ db, network }: Pick<System, 'db' | 'network'>, cellGroup: string) {
  const { id, name } = await createBroker(db, { name: `of ${cellGroup}`, cellGroup });
  const { key } = await createApiKey(db, {
    name,
    brokerId: id,
    scopes: scopes.filter((scope) => scope !== 'operator'),
  });
  const lines = await createLinesOnNetwork({ db, network, brokerId: id }, busyLines);
  await manyLines(db, 'ACTIVE', id, quietLines);
  return { id, key, lineIds: lines.map((line) => line.id), path: `/of-${cellGroup}` };
}
type Tenant = Awaited<ReturnType<typeof aTenant>>;

const receiverUrl = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const portOf = (address: string) => new URL(address).port;
const urlOf = ({ pool }: OpenDb) => pool.options.connectionString ?? '';

async function countRows({ pool }: OpenDb, query: string, values: readonly unknown[] = []): Promise<number> {
  return (await pool.query<{ count: number }>(`SELECT (${query})::int AS count`, [...values])).rows[0]?.count ?? 0;
}

/** Orders and deliveries that have not ended, and events that are not in the feed yet. */
const countOpen = (db: OpenDb) =>
  countRows(
    db,
    `(SELECT count(*) FROM orders WHERE is_open)
      + (SELECT count(*) FROM webhook_delivery WHERE due_at IS NOT NULL) + (${anyEventIsNew})::int`,
  );

/** Why webhooks came twice: the attempts of their deliveries. */
async function attemptsOfDoubled({ pool }: OpenDb, webhookIds: readonly string[]): Promise<readonly unknown[]> {
  const doubled = webhookIds.filter((id, at) => webhookIds.indexOf(id) !== at);
  const attempts = await pool.query(
    `SELECT e.id, t.*
     FROM event e
     JOIN webhook_delivery d ON d.event_seq = e.seq
     JOIN webhook_attempt t ON t.delivery_id = d.id
     WHERE e.id = ANY($1)
     ORDER BY e.id, t.number`,
    [doubled],
  );
  return attempts.rows;
}

async function linework(words: readonly string[], settings: Readonly<Record<string, string>>): Promise<string> {
  const program = [process.execPath, 'apps/cli/src/main.ts'] as const;
  const env = { PATH: process.env['PATH'], ...settings };
  return (await promisify(execFile)(program[0], [program[1], ...words], { env })).stdout;
}

/** Copies the database as `pg_basebackup` does, with its transaction ids: a template on the same server. */
async function copyDatabase(db: OpenDb): Promise<OpenDb> {
  const [from, copy] = [new URL(urlOf(db)), new URL(urlOf(db))];
  copy.pathname = `${from.pathname}_copy`;
  const admin = openDb({ url: Object.assign(new URL(from), { pathname: '/postgres' }).href, poolSize: 1 });
  await admin.pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
    from.pathname.slice(1),
  ]);
  const [template, name] = [from, copy].map(({ pathname }) => pathname.slice(1));
  await admin.pool.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  await admin.close();
  return openDb({ url: copy.href });
}

describe('one address before two cells', () => {
  // A delivery that was received and not recorded when its worker ends comes twice.
  const settings = { WEBHOOK_TRUSTED_HOSTS: '127.0.0.1', DRAIN_MS: '60000' };
  let east: System;
  let west: System;
  let a: Tenant;
  let b: Tenant;
  let c: Tenant;
  let balancer: RunningCell;
  let url: string;
  /** Of the cells a and b, and the port of the one that the group c moves to. */
  let eastApi: ApiProcess;
  let westApi: ApiProcess;
  let movedPort: number;
  let eastWorker: WorkerProcess;
  const group = (name: string) => ({ CELL: name, CELL_GROUP: name });
  const client = ({ key }: Tenant) => lineworkClient(url, key);

  beforeAll(async () => {
    [east, west] = [await startSystem({ settings }), await startSystem({ settings })];
    // The API that a system starts with is the registry in the east, and of no use in the west.
    const registry = {
      RANGE_REGISTRY_URL: east.api.url,
      RANGE_REGISTRY_KEY: east.operatorKey,
      RANGE_REGISTRY_TIMEOUT_MS: '60000',
    };
    [eastApi, westApi] = [
      await east.startApi({ ...registry, ...group('a') }),
      await west.startApi({ ...registry, ...group('b') }),
    ];
    [a, b, c] = [await aTenant(east, 'a'), await aTenant(west, 'b'), await aTenant(east, 'c')];
    eastWorker = await east.startWorker({ CELL: 'a' });
    await west.startWorker({ CELL: 'b' });
    movedPort = await findFreePort();
    const otherCells = {
      a: [`127.0.0.1:${portOf(eastApi.url)}`],
      b: [`127.0.0.1:${portOf(westApi.url)}`],
      c: [`127.0.0.1:${movedPort}`],
    };
    balancer = await startCell({ name: 'front', defaultCell: 'a', otherCells }, ['haproxy']);
    url = `http://${balancer.cell.hosts[0]?.address}:${balancer.cell.ports.public}`;
    await waitUntil('haproxy answers', () =>
      fetch(`${url}/health/ready?exclude=redis,maintenance`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    await setMap(balancer, 'c', 'a');
    for (const tenant of [a, b, c]) {
      const body = { url: receiverUrl() + tenant.path, types: ['line.*', 'order.*'] };
      expect((await client(tenant).send('POST', '/webhook-endpoints', { body })).status).toBe(201);
    }
  });
  afterAll(async () => {
    await balancer?.stop();
    await Promise.all([east?.close(), west?.close()]);
  });

  it('leads each broker to its own cell only, with requests, its stream and its webhooks', async () => {
    const stream = await fetch(`${url}/events/stream`, {
      headers: { 'X-API-Key': b.key, Accept: 'text/event-stream' },
      signal: AbortSignal.timeout(600_000),
    });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const orderIds: Record<string, string> = {};
    for (const tenant of [a, b])
      orderIds[tenant.id] = await client(tenant).placeOrder('block', tenant.lineIds[0] ?? '');
    for (const [db, tenant] of [
      [east.db, a],
      [west.db, b],
    ] as const) {
      await waitUntil('its order is done', async () => (await countOpen(db)) === 0);
      expect(await countRows(db, 'SELECT count(*) FROM orders WHERE broker_id <> $1', [tenant.id])).toBe(0);
      const orderId = orderIds[tenant.id] ?? '';
      expect((await client(tenant).order(orderId)).status).toBe('COMPLETED');
      const stranger = tenant === a ? b : a;
      expect((await client(stranger).send('GET', `/orders/${orderId}`)).status).toBe(404);
    }
    let text = '';
    while (!text.includes(eventType('order.completed'))) text += (await reader?.read())?.value ?? '';
    expect(text).toContain(orderIds[b.id]);
    expect(text).not.toContain(orderIds[a.id]);
    await reader?.cancel();
    await waitUntil('both have webhooks', () => [a, b].every(({ path }) => (received[path]?.length ?? 0) > 0));
  });

  it('keeps the session of a person of a broker in the cell of the broker', async () => {
    const data = { id: randomUUID(), name: 'A person of b', role: 'viewer', brokerId: b.id } as const;
    await west.db.prisma.operator.create({ data });
    const session = await startSession(west.db, data.id, 'password');
    const headers = { Cookie: `__Host-linework=${session?.token}` };
    const statusAt = async ({ adminUrl }: ApiProcess, path: string) =>
      (await fetch(`${adminUrl}/console/api${path}`, { headers })).status;
    expect(await statusAt(westApi, '/session')).toBe(200);
    expect(await statusAt(eastApi, '/session')).toBe(401);
    expect(await statusAt(eastApi, '/lines')).toBe(401);
  });

  it('gives a range to one cell, and finds the number that two have', async () => {
    const range = { kind: 'MSISDN', from: '+5521970000000', to: '+5521970099999' };
    const statusAt = async (api: ApiProcess, { operatorKey }: System, { id: brokerId }: Tenant) =>
      (await lineworkClient(api.url, operatorKey).send('POST', '/inventory/ranges', { body: { ...range, brokerId } }))
        .status;
    expect(await statusAt(eastApi, east, a)).toBe(201);
    expect(await statusAt(westApi, west, b)).toBe(409);

    const file = join(mkdtempSync(join(tmpdir(), 'linework-cells-')), 'cells.json');
    writeFileSync(file, JSON.stringify({ east: urlOf(east.db), west: urlOf(west.db) }));
    const verify = () =>
      linework(['admin', 'verify-cells'], { CELLS_FILE: file }).catch(({ stdout }) => stdout as string);
    expect(await verify()).toContain('Each is in one cell.');
    const code = '+5521970000001';
    const pools = [await aPool(east.db, { codes: [code] }), await aPool(west.db, { codes: [code] })];
    expect(await verify()).toContain(`MSISDN ${code}: east, west`);
    expect(pools).toHaveLength(2);
  });

  it('splits a cell under load: no request, event or delivery is lost or doubled, and the other cell goes on', async () => {
    const tenants = [a, b, c];
    const clients = new Map(
      tenants.map((tenant) => [tenant, startClients({ urls: [url], key: tenant.key }, tenant.lineIds.slice(1))]),
    );
    const seenBy = (tenant: Tenant) => (clients.get(tenant) as Clients).seen;
    const acceptMore = (count: number) => {
      const before = tenants.map((tenant) => seenBy(tenant).accepted.size);
      return waitUntil('each broker has more orders', () =>
        tenants.every((tenant, at) => seenBy(tenant).accepted.size >= (before[at] ?? 0) + count),
      );
    };
    await acceptMore(50);
    const beginMs = performance.now();
    const waitsBefore = seenBy(b).waitsMs.length;
    const split = (words: readonly string[], own = {}) =>
      linework(['admin', 'split', '--groups', 'c', ...words], { DATABASE_URL: urlOf(east.db), ...own });
    await split(['--begin']);
    expect(await Promise.all([east.api, eastApi, eastWorker].map((program) => program.stop()))).toEqual([0, 0, 0]);
    const moved = await copyDatabase(east.db);
    const copiedMs = performance.now();
    await split([], { MOVED_DATABASE_URL: urlOf(moved) });
    const prunedMs = performance.now();
    await setMap(balancer, 'c', 'c');
    await east.startApi({ ...group('a'), PORT: portOf(eastApi.url) });
    await east.startApi({ ...group('c'), DATABASE_URL: urlOf(moved), PORT: String(movedPort) });
    await east.startWorker({ CELL: 'a' });
    await east.startWorker({ CELL: 'c', DATABASE_URL: urlOf(moved) });
    await acceptMore(50);
    const endMs = performance.now();
    for (const each of clients.values()) await each.stop();

    for (const [db, tenant] of [
      [east.db, a],
      [west.db, b],
      [moved, c],
    ] as const) {
      await waitUntil('all orders and deliveries have ended', async () => (await countOpen(db)) === 0);
      const { accepted, answers, unexpected, withoutAnswer } = seenBy(tenant);
      expect({ unexpected, withoutAnswer, other: answers.other }).toEqual({
        unexpected: [],
        withoutAnswer: [],
        other: 0,
      });
      const ids = [...accepted.keys()];
      const done = "SELECT count(*) FROM orders WHERE id = ANY($1) AND status = 'COMPLETED'";
      expect(await countRows(db, done, [ids])).toBe(ids.length);
      const events = await countRows(
        db,
        `SELECT count(*)
         FROM event
         WHERE broker_id = $1 AND type ~ '^(line|order)[.]'
           AND at >= (SELECT created_at FROM webhook_endpoint WHERE broker_id = $1)`,
        [tenant.id],
      );
      await waitUntil('every webhook has come', () => (received[tenant.path]?.length ?? 0) >= events);
      const webhookIds = received[tenant.path] ?? [];
      expect(await attemptsOfDoubled(db, webhookIds)).toEqual([]);
      expect([webhookIds.length, new Set(webhookIds).size]).toEqual([events, events]);
      expect(await findViolations(db)).toEqual([]);
    }
    const meanwhile = [...seenBy(b).accepted.values()].filter((ms) => ms > beginMs && ms < prunedMs);
    expect(meanwhile.length).toBeGreaterThan(0);
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
    const p99 = (waits: readonly number[]) =>
      `${Math.round(waits.toSorted((x, y) => x - y)[Math.floor(waits.length * 0.99)] ?? 0)} ms`;
    const waits = seenBy(b).waitsMs;
    const gapOf = (tenant: Tenant) => seconds(longestGapMs(seenBy(tenant), beginMs, endMs));
    process.stdout.write(
      `Split of ${2 * quietLines} lines: no order of the moved broker for ${gapOf(c)}, of the one that ` +
        `stays for ${gapOf(a)}; copied after ` +
        `${seconds(copiedMs - beginMs)}, pruned after ${seconds(prunedMs - beginMs)}. The other cell: p99 ` +
        `${p99(waits.slice(0, waitsBefore))} before, ${p99(waits.slice(waitsBefore))} meanwhile.\n`,
    );
    await moved.close();
  });
});
