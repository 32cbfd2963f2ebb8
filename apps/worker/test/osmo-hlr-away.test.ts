import { setTimeout as sleep } from 'node:timers/promises';
import { type OsmoHlrServer, startOsmoHlr } from '@linework/local-servers/osmo-hlr-server';
import { ctrlOf } from '@linework/systems/osmo-hlr/ctrl';
import { readSubscriber } from '@linework/systems/osmo-hlr/registered-subscriber';
import { aHolder } from '@linework/testing/a-holder';
import { aPool } from '@linework/testing/a-pool';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { until } from '@linework/testing/processes/until';
import { testRedisUrl } from '@linework/testing/test-redis-url';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Longer than five attempts take. By hand it was gone for 60 s, too. */
const load = { perSecond: 5, goneAfterMs: 3_000, goneMs: 10_000, backForMs: 3_000 };
const count = (load.perSecond * (load.goneAfterMs + load.goneMs + load.backForMs)) / 1_000;
const limitMs = 300_000;

let system: System;
let hlr: OsmoHlrServer;
let sims: string;
let body: object;
beforeAll(async () => {
  [system, hlr] = await Promise.all([startSystem({ redisUrl: await testRedisUrl() }), startOsmoHlr()]);
  const settings = { NETWORK: 'osmo-hlr', OSMO_HLR_VTY: hlr.vty, OSMO_HLR_CTRL: hlr.ctrl, STEP_TIMEOUT_MS: '5000', LEASE_MS: '10000' };
  await Promise.all([system.startWorker(settings), system.startWorker(settings)]);
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
    asked.push(system.client.ask('POST', '/lines', { body }).then(({ status, text }) => expect(status, text).toBe(202)));
  }
  await Promise.all(asked);
}

const orders = () => system.db.prisma.order.groupBy({ by: ['status'], _count: true });
const open = () => system.db.prisma.order.count({ where: { atWork: true } });
const waiting = () => system.db.prisma.order.count({ where: { awaySince: { not: null } } });

/** Who is in the register, by the IMSIs of all SIMs that there are. */
async function registered(): Promise<readonly string[]> {
  const ctrl = ctrlOf({ host: hlr.host, port: 4259 });
  const all = await system.db.prisma.resource.findMany({ where: { poolId: sims } });
  const found = all.map(({ attributes }) => readSubscriber(ctrl, `by-imsi-${(attributes as { imsi: string }).imsi}`, AbortSignal.timeout(60_000)));
  return (await Promise.all(found)).flatMap((subscriber) => (subscriber ? [`${subscriber.imsi} ${subscriber.msisdn}`] : [])).sort();
}

it('an OsmoHLR that is gone for a while fails no order, and all of them go on when it is back', { timeout: limitMs }, async () => {
  const creating = createLines();
  await sleep(load.goneAfterMs);
  await hlr.kill();
  await sleep(load.goneMs);
  expect(await waiting()).toBeGreaterThan(0);
  await hlr.restart();
  const waitingBefore = await system.db.prisma.order.findMany({ where: { awaySince: { not: null } }, select: { id: true } });
  const backMs = performance.now();
  const ids = waitingBefore.map(({ id }) => id);
  const ofThem = () => system.db.prisma.order.count({ where: { id: { in: ids }, awaySince: { not: null } } });
  await until('those that waited go on', async () => (await ofThem()) === 0, { limitMs: 60_000 });
  const goOnMs = performance.now() - backMs;
  await creating;
  await until('all orders are settled', async () => (await open()) === 0, { limitMs: 120_000 });

  expect(await orders()).toEqual([{ status: 'COMPLETED', _count: count }]);
  const lines = await system.db.prisma.line.findMany({});
  expect(await registered()).toEqual(lines.map(({ imsi, msisdn }) => `${imsi} ${msisdn.slice(1)}`).sort());
  await checkInvariants(system.db);
  expect(goOnMs).toBeLessThan(30_000);
});
