import { setTimeout as sleep } from 'node:timers/promises';
import { type OsmoHlrServer, startOsmoHlr } from '@linework/local-servers/osmo-hlr-server';
import { createCtrl } from '@linework/systems/osmo-hlr/ctrl';
import { readSubscriber } from '@linework/systems/osmo-hlr/read-subscriber';
import { aHolder } from '@linework/testing/a-holder';
import { aPool } from '@linework/testing/a-pool';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import type { WorkerProcess } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { measureSlowness } from '@linework/testing/servers/measure-slowness';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, expect, it } from 'vitest';

needs('redis', 'osmo-hlr');

const { UNAVAILABLE_MS = '10000', UNAVAILABLE_ORDERS_PER_SECOND = '5' } = process.env;
/** The HLR is unavailable for longer than five attempts take. The environment can set a longer time. */
const load = {
  perSecond: Number(UNAVAILABLE_ORDERS_PER_SECOND),
  unavailableAfterMs: 3_000,
  unavailableMs: Number(UNAVAILABLE_MS),
  backForMs: 3_000,
};
const count = (load.perSecond * (load.unavailableAfterMs + load.unavailableMs + load.backForMs)) / 1_000;
const limitMs = 900_000 + 4 * load.unavailableMs;

let system: System;
let hlr: OsmoHlrServer;
let workers: readonly WorkerProcess[];
let sims: string;
let body: object;
beforeAll(async () => {
  [system, hlr] = await Promise.all([startSystem({ redisUrl: await testRedisUrl() }), startOsmoHlr()]);
  const settings = {
    NETWORK: 'osmo-hlr',
    OSMO_HLR_VTY: hlr.vty,
    OSMO_HLR_CTRL: hlr.ctrl,
    STEP_TIMEOUT_MS: '5000',
    LEASE_MS: '10000',
  };
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

/** Creates lines at the rate of the load. It does not wait for their orders. */
async function createLines(): Promise<void> {
  const startedMs = performance.now();
  const requests: Promise<void>[] = [];
  for (let at = 0; at < count; at += 1) {
    await sleep(Math.max(0, startedMs + (at * 1_000) / load.perSecond - performance.now()));
    requests.push(
      system.client.send('POST', '/lines', { body }).then(({ status, text }) => expect(status, text).toBe(202)),
    );
  }
  await Promise.all(requests);
}

const orders = () => system.db.prisma.order.groupBy({ by: ['status'], _count: true });
const open = () => system.db.prisma.order.count({ where: { isOpen: true } });
const waiting = () => system.db.prisma.order.count({ where: { unavailableSince: { not: null } } });

/** Reads how a worker reports the network: its health check and the samples of two metrics. */
async function readNetworkReport({ url }: WorkerProcess) {
  const [health, metrics] = await Promise.all(
    ['/health/ready', '/metrics'].map(async (path) =>
      (await fetch(`${url}${path}`, { headers: { 'X-API-Key': system.operatorKey } })).text(),
    ),
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
    unavailable: sample('linework_system_calls_total', 'outcome="unavailable"'),
    answered: sample('linework_system_calls_total', 'outcome="answered"'),
  };
}

const everyWorker = async (matches: (report: Awaited<ReturnType<typeof readNetworkReport>>) => boolean) =>
  (await Promise.all(workers.map(readNetworkReport))).every(matches);

/** Reads the subscribers in the register, by the IMSIs of all SIMs. */
async function registered(): Promise<readonly string[]> {
  const ctrl = createCtrl({ host: hlr.host, port: 4259 });
  const all = await system.db.prisma.resource.findMany({ where: { poolId: sims } });
  const found = all.map(({ attributes }) =>
    readSubscriber(ctrl, `by-imsi-${(attributes as { imsi: string }).imsi}`, AbortSignal.timeout(60_000)),
  );
  return (await Promise.all(found))
    .flatMap((subscriber) => (subscriber ? [`${subscriber.imsi} ${subscriber.msisdn}`] : []))
    .sort();
}

it('an outage of OsmoHLR fails no order, and all orders continue when it is back', { timeout: limitMs }, async () => {
  const creating = createLines();
  await sleep(load.unavailableAfterMs);
  await hlr.kill();
  await sleep(load.unavailableMs);
  await waitUntil('orders wait', async () => (await waiting()) > 0);
  await waitUntil('every worker reports that the network is unavailable', () =>
    everyWorker((report) => report.network === 'down' && report.isClosed === 0),
  );
  expect(await everyWorker(({ unavailable }) => unavailable > 0)).toBe(true);
  await hlr.restart();
  const waitingBefore = await system.db.prisma.order.findMany({
    where: { unavailableSince: { not: null } },
    select: { id: true },
  });
  const backMs = performance.now();
  const ids = waitingBefore.map(({ id }) => id);
  const countStillWaiting = () =>
    system.db.prisma.order.count({ where: { id: { in: ids }, unavailableSince: { not: null } } });
  await waitUntil('the waiting orders continue', async () => (await countStillWaiting()) === 0);
  const continuedMs = performance.now() - backMs;
  await creating;
  await waitUntil('all orders are settled', async () => (await open()) === 0);

  expect(await orders()).toEqual([{ status: 'COMPLETED', _count: count }]);
  const lines = await system.db.prisma.line.findMany({});
  expect(await registered()).toEqual(lines.map(({ imsi, msisdn }) => `${imsi} ${msisdn.slice(1)}`).sort());
  await checkInvariants(system.db);
  expect(
    await everyWorker(({ network, isClosed, answered }) => network === 'up' && isClosed === 1 && answered > 0),
  ).toBe(true);
  if (process.env.UNAVAILABLE_MS !== undefined)
    console.info({ orders: count, waited: ids.length, continuedMs: Math.round(continuedMs) });
  expect(continuedMs).toBeLessThan(10_000 * measureSlowness());
});
