import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiKey } from '@linework/api-keys/create-api-key';
import { scopes } from '@linework/auth/scopes';
import { createBroker } from '@linework/brokers/create-broker';
import { type OpenDb, openDb } from '@linework/db/db';
import { anyEventIsNew } from '@linework/events/feed/assign-event-positions';
import { findViolations } from '@linework/testing/invariants/check-invariants';
import { createLinesOnNetwork } from '@linework/testing/processes/lines-on-network';
import { type LineworkClient, lineworkClient } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runLinework } from '../start-linework.ts';

takesLong('system');

const lineCount = 20;
const brokerScopes = scopes.filter((scope) => scope !== 'operator');

let system: System;
beforeAll(async () => {
  system = await startSystem({ settings: { WEBHOOK_TRUSTED_HOSTS: '127.0.0.1' } });
});
afterAll(() => system?.close());

/** The ids of events by the path of the endpoint that got them, each as often as it came. */
const received: Record<string, string[]> = {};
const receiver = createServer((request, response) => {
  const path = request.url ?? '';
  received[path] ??= [];
  received[path].push(String(request.headers['webhook-id']));
  request.resume().on('end', () => response.end());
}).listen(0, '127.0.0.1');
afterAll(() => void receiver.close());
const receiverUrl = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

interface Feed {
  readonly items: readonly { readonly id: string; readonly position: number }[];
}

/** All events of a broker after a position. */
async function readFeed(client: LineworkClient, after: number) {
  const events: { readonly id: string; readonly position: number }[] = [];
  for (;;) {
    const { text } = await client.send('GET', `/events?limit=100&after=${events.at(-1)?.position ?? after}`);
    const { items } = JSON.parse(text) as Feed;
    if (items.length === 0) return events;
    events.push(...items);
  }
}

async function countRows({ pool }: OpenDb, query: string): Promise<number> {
  return (await pool.query<{ count: number }>(query)).rows[0]?.count ?? 0;
}

/** Orders and deliveries that have not ended, and events that are not in the feed yet. */
const countOpen = (db: OpenDb) =>
  countRows(
    db,
    `SELECT (SELECT count(*) FROM orders WHERE is_open)::int
       + (SELECT count(*) FROM webhook_delivery WHERE due_at IS NOT NULL)::int
       + (${anyEventIsNew})::int AS count`,
  );

/** Copies the database as `pg_basebackup` does, with its transaction ids: a template on the same server. */
async function copyDatabase(url: string): Promise<string> {
  const copy = new URL(url);
  copy.pathname = `${copy.pathname}_copy`;
  const admin = openDb({ url: Object.assign(new URL(url), { pathname: '/postgres' }).href, poolSize: 1 });
  const [from, to] = [new URL(url), copy].map(({ pathname }) => pathname.slice(1));
  await admin.pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [from]);
  await admin.pool.query(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY file_copy`);
  await admin.close();
  return copy.href;
}

it('moves a group to a copy: its orders, events and deliveries go on there, and nothing is missed or doubled', async () => {
  const { db, network } = system;
  const moved = await createBroker(db, { name: 'the moved one', cellGroup: 'b' });
  const { key } = await createApiKey(db, { name: 'a client', brokerId: moved.id, scopes: brokerScopes });
  const movedLines = await createLinesOnNetwork({ db, network, brokerId: moved.id }, lineCount);
  const ownLines = await system.lines(lineCount);
  const [own, other] = [system.client, lineworkClient(system.api.url, key)];
  const operator = lineworkClient(system.api.url, system.operatorKey);
  for (const [client, path] of [
    [own, '/stays'],
    [other, '/moves'],
    [operator, '/operator'],
  ] as const) {
    const body = { url: receiverUrl() + path, types: ['line.*', 'order.*'] };
    expect((await client.send('POST', '/webhook-endpoints', { body })).status).toBe(201);
  }
  const worker = await system.startWorker();
  for (const { id } of movedLines) await other.placeOrder('block', id);
  for (const { id } of ownLines) await own.placeOrder('block', id);
  await waitUntil('the first orders have settled', async () => (await countOpen(db)) === 0);
  const readBefore = await readFeed(other, 0);

  // Orders that no worker has begun, events without positions, and deliveries that are not fanned out yet.
  await worker.stop();
  for (const { id } of movedLines) await other.placeOrder('unblock', id);
  for (const { id } of ownLines) await own.placeOrder('unblock', id);
  await system.api.stop();

  const url = new URL(db.pool.options.connectionString ?? '').href;
  const split = (more: readonly string[], settings: Record<string, string> = {}) =>
    runLinework(['admin', 'split', '--groups', 'b', ...more], { settings: { DATABASE_URL: url, ...settings } });
  expect(await split(['--begin'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 brokers move, 1 stay'),
  });
  await expect(system.startWorker()).rejects.toThrow('this database is being split');
  await expect(system.startApi()).rejects.toThrow('this database is being split');
  const copyUrl = await copyDatabase(url);
  const copy = openDb({ url: copyUrl });
  const both = { MOVED_DATABASE_URL: copyUrl };
  expect(await split([], { MOVED_DATABASE_URL: url })).toMatchObject({
    code: 1,
    errorOutput: expect.stringContaining('the same database'),
  });

  const before = await countRows(copy, 'SELECT count(*)::int AS count FROM orders');
  const dry = await split(['--dry-run'], both);
  expect(dry, dry.errorOutput).toMatchObject({ code: 0, output: expect.stringContaining('moves: orders: 40') });
  expect(await countRows(copy, 'SELECT count(*)::int AS count FROM orders')).toBe(before);
  const done = await split([], both);
  expect(done, done.errorOutput).toMatchObject({ code: 0 });
  expect(done.output).toContain('stays: orders: 40');
  expect(done.output).toContain('stays: every foreign key holds');
  expect(done.output).toContain('moves: every foreign key holds');

  const [staysApi, movesApi] = [await system.startApi(), await system.startApi({ DATABASE_URL: copyUrl })];
  await system.startWorker();
  await system.startWorker({ DATABASE_URL: copyUrl });
  await waitUntil('all orders and deliveries of both have ended', async () => {
    const open = [await countOpen(db), await countOpen(copy)];
    return open.every((count) => count === 0);
  });
  const ofMoved = lineworkClient(movesApi.url, key);
  expect((await ofMoved.send('GET', `/lines/${movedLines[0]?.id}`)).text).toContain('"ACTIVE"');
  expect((await lineworkClient(staysApi.url, key).send('GET', '/lines')).status).toBe(401);
  expect((await lineworkClient(movesApi.url, system.key).send('GET', '/lines')).status).toBe(401);
  await ofMoved.placeOrder('block', movedLines[0]?.id ?? '');
  await waitUntil('the moved broker goes on', async () => (await countOpen(copy)) === 0);

  // The cursor of the feed goes on, and the whole feed has each event once.
  const readAfter = await readFeed(ofMoved, readBefore.at(-1)?.position ?? 0);
  const all = await readFeed(ofMoved, 0);
  expect([...readBefore, ...readAfter]).toEqual(all);
  const events = await countRows(
    copy,
    `SELECT count(*)::int AS count
     FROM event
     WHERE broker_id = '${moved.id}' AND type ~ '^(line|order)[.]'
       AND at >= (SELECT created_at FROM webhook_endpoint WHERE broker_id = '${moved.id}')`,
  );
  await waitUntil('every webhook has come', () => (received['/moves']?.length ?? 0) >= events);
  const ids = (path: string) => received[path] ?? [];
  expect(new Set(ids('/moves')).size).toBe(events);
  for (const path of ['/moves', '/stays', '/operator']) expect(ids(path).length).toBe(new Set(ids(path)).size);
  expect(new Set(ids('/operator'))).toEqual(new Set([...ids('/moves'), ...ids('/stays')]));
  expect(await findViolations(db)).toEqual([]);
  expect(await findViolations(copy)).toEqual([]);
  await copy.close();
});
