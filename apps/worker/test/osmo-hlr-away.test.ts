import { setTimeout as sleep } from 'node:timers/promises';
import { type OsmoHlrServer, startOsmoHlr } from '@linework/local-servers/osmo-hlr-server';
import { createCtrl } from '@linework/systems/osmo-hlr/ctrl';
import { readSubscriber } from '@linework/systems/osmo-hlr/read-subscriber';
import { aHolder } from '@linework/testing/a-holder';
import { aPool } from '@linework/testing/a-pool';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { measureSlowness } from '@linework/testing/measure-slowness';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { testRedisUrl } from '@linework/testing/test-redis-url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { AWAY_MS = '10000', AWAY_ORDERS_PER_SECOND = '5' } = process.env;
/** Gone for longer than five attempts take. The environment may ask for more. */
const load = { perSecond: Number(AWAY_ORDERS_PER_SECOND), goneAfterMs: 3_000, goneMs: Number(AWAY_MS), backForMs: 3_000 };
const count = (load.perSecond * (load.goneAfterMs + load.goneMs + load.backForMs)) / 1_000;
const limitMs = 300_000 + 4 * load.goneMs;

let system: System;
let hlr: OsmoHlrServer;
let workers: readonly WorkerProcess[];
let sims: string;
let body: object;
beforeAll(async () => {
  [system, hlr] = await Promise.all([startSystem({ redisUrl: await testRedisUrl() }), startOsmoHlr()]);
  const settings = { NETWORK: 'osmo-hlr', OSMO_HLR_VTY: hlr.vty, OSMO_HLR_CTRL: hlr.ctrl, STEP_TIMEOUT_MS: '5000', LEASE_MS: '10000' };
  workers = await Promise.all([system.startWorker(settings), system.startWorker(settings)]);
  const brokerId = system.broker.id;
  const { id: holderId } = await aHolder(system.db, { brokerId });
  const { id: numbers } = await aPool(system.db, { brokerId, type: 'MSISDN', count });
  ({ id: sims } = await aPool(system.db, { brokerId, type: 'SIM', count }));
  body = { customerId: holderId, msisdn: { poolId: numbers }, sim: { poolId: sims } };
}, limitMs);
afterAll(async () => {
  await Promise.all([system?.close(), hlr?.stop()]);
});

/** Creates lines one after the other, as many a second as the load says, whatever becomes of them. */
async function createLines(): Promise<void> {
  const startedMs = performance.now();
  const asked: Promise<void>[] = [];
  for (let at = 0; at < count; at += 1) {
    await sleep(Math.max(0, startedMs + (at * 1_000) / load.perSecond - performance.now()));
    asked.push(system.client.send('POST', '/lines', { body }).then(({ status, text }) => expect(status, text).toBe(202)));
  }
  await Promise.all(asked);
}

const orders = () => system.db.prisma.order.groupBy({ by: ['status'], _count: true });
const open = () => system.db.prisma.order.count({ where: { isOpen: true } });
const waiting = () => system.db.prisma.order.count({ where: { awaySince: { not: null } } });

/** What a worker tells of the network: its health, and the samples of the two metrics. */
async function toldBy({ url }: WorkerProcess) {
  const [health, metrics] = await Promise.all(
    ['/health/ready', '/metrics'].map(async (path) => (await fetch(`${url}${path}`, { headers: { 'X-API-Key': system.operatorKey } })).text()),
  );
  const samples = (metrics ?? '').split('\n');
  const sample = (name: string, label: string) =>
    Number(
      samples
        .find((line) => line.startsWith(`${name}{`) && line.includes('system="network"') && line.includes(label))
        ?.split(' ')
        .at(-1) ?? 0,
    );
  return {
    network: (JSON.parse(health ?? '{}') as { checks: Record<string, unknown> }).checks.network,
    isClosed: sample('linework_system_breaker_state', 'state="closed"'),
    away: sample('linework_system_calls_total', 'outcome="away"'),
    answered: sample('linework_system_calls_total', 'outcome="answered"'),
  };
}

const everyWorker = async (says: (told: Awaited<ReturnType<typeof toldBy>>) => boolean) => (await Promise.all(workers.map(toldBy))).every(says);

/** Who is in the register, by the IMSIs of all SIMs that there are. */
async function registered(): Promise<readonly string[]> {
  const ctrl = createCtrl({ host: hlr.host, port: 4259 });
  const all = await system.db.prisma.resource.findMany({ where: { poolId: sims } });
  const found = all.map(({ attributes }) => readSubscriber(ctrl, `by-imsi-${(attributes as { imsi: string }).imsi}`, AbortSignal.timeout(60_000)));
  return (await Promise.all(found)).flatMap((subscriber) => (subscriber ? [`${subscriber.imsi} ${subscriber.msisdn}`] : [])).sort();
}

it('an OsmoHLR that is gone for a while fails no order, and all of them go on when it is back', { timeout: limitMs }, async () => {
  const creating = createLines();
  await sleep(load.goneAfterMs);
  await hlr.kill();
  await sleep(load.goneMs);
  await waitUntil('orders wait', async () => (await waiting()) > 0, { limitMs: 60_000 });
  await waitUntil('every worker says that the network is away', () => everyWorker((told) => told.network === 'down' && told.isClosed === 0), {
    limitMs: 60_000,
  });
  expect(await everyWorker(({ away }) => away > 0)).toBe(true);
  await hlr.restart();
  const waitingBefore = await system.db.prisma.order.findMany({ where: { awaySince: { not: null } }, select: { id: true } });
  const backMs = performance.now();
  const ids = waitingBefore.map(({ id }) => id);
  const ofThem = () => system.db.prisma.order.count({ where: { id: { in: ids }, awaySince: { not: null } } });
  await waitUntil('those that waited go on', async () => (await ofThem()) === 0, { limitMs: 60_000 });
  const goOnMs = performance.now() - backMs;
  await creating;
  await waitUntil('all orders are settled', async () => (await open()) === 0, { limitMs: 120_000 });

  expect(await orders()).toEqual([{ status: 'COMPLETED', _count: count }]);
  const lines = await system.db.prisma.line.findMany({});
  expect(await registered()).toEqual(lines.map(({ imsi, msisdn }) => `${imsi} ${msisdn.slice(1)}`).sort());
  await checkInvariants(system.db);
  expect(await everyWorker(({ network, isClosed, answered }) => network === 'up' && isClosed === 1 && answered > 0)).toBe(true);
  if (process.env.AWAY_MS !== undefined) console.info({ orders: count, waited: ids.length, goOnMs: Math.round(goOnMs) });
  expect(goOnMs).toBeLessThan(10_000 * measureSlowness());
});
