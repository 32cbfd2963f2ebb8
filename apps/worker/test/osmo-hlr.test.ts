import { type OsmoHlrServer, startOsmoHlr } from '@linework/local-servers/osmo-hlr-server';
import { createCtrl } from '@linework/systems/osmo-hlr/ctrl';
import { readSubscriber } from '@linework/systems/osmo-hlr/read-subscriber';
import { aHolder } from '@linework/testing/a-holder';
import { aPool, deriveTestKeys } from '@linework/testing/a-pool';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { readOrderId } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { testRedisUrl } from '@linework/testing/test-redis-url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const lineCount = 200;
const atOnce = 16;

let system: System;
let hlr: OsmoHlrServer;
let holderId: string;
let numbers: string;
let sims: string;
beforeEach(async () => {
  [system, hlr] = await Promise.all([startSystem({ redisUrl: await testRedisUrl() }), startOsmoHlr()]);
  // A call that waits for the element's answer to fifteen others is no fault, on the slowest of machines either.
  const settings = { NETWORK: 'osmo-hlr', OSMO_HLR_VTY: hlr.vty, OSMO_HLR_CTRL: hlr.ctrl, STEP_TIMEOUT_MS: '5000', LEASE_MS: '10000' };
  await Promise.all([system.startWorker(settings), system.startWorker(settings)]);
  const brokerId = system.broker.id;
  ({ id: holderId } = await aHolder(system.db, { brokerId }));
  ({ id: numbers } = await aPool(system.db, { brokerId, type: 'MSISDN', count: 2 * lineCount }));
  ({ id: sims } = await aPool(system.db, { brokerId, type: 'SIM', count: 2 * lineCount, withKeys: true }));
});
afterEach(async () => {
  await Promise.all([system?.close(), hlr?.stop()]);
});

type Asked = readonly [method: string, path: string, body?: unknown];

/** What happens to every line, in this order, and what access its subscriber then has in the register, where it still is there. */
const life: readonly { readonly name: string; readonly access?: string; request(id: string): Asked }[] = [
  { name: 'activate', access: 'cs+ps', request: (id) => ['POST', `/lines/${id}/activate`] },
  { name: 'block', access: 'none', request: (id) => ['POST', `/lines/${id}/block`] },
  { name: 'unblock', access: 'cs+ps', request: (id) => ['POST', `/lines/${id}/unblock`] },
  { name: 'number change', access: 'cs+ps', request: (id) => ['POST', `/lines/${id}/number-change`, { msisdn: { poolId: numbers } }] },
  { name: 'SIM swap', access: 'cs+ps', request: (id) => ['POST', `/lines/${id}/sim-swap`, { sim: { poolId: sims } }] },
  { name: 'delete', request: (id) => ['DELETE', `/lines/${id}`] },
];

/** Asks, and waits until the order is done. Answers the line. */
async function order(method: string, path: string, body?: unknown): Promise<string> {
  const answer = await system.client.send(method, path, body === undefined ? {} : { body });
  expect(answer.status, answer.text).toBeLessThan(300);
  const orderId = readOrderId(answer);
  const isDone = async () => (await system.client.order(orderId)).status === 'COMPLETED';
  await waitUntil('the order is done', isDone);
  return JSON.parse(answer.text).id;
}

/** Does it for all, sixteen at a time. */
async function forAll<Item, Result>(items: readonly Item[], act: (item: Item) => Promise<Result>): Promise<readonly Result[]> {
  const rest = [...items];
  const results: Result[] = [];
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) results.push(await act(item));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** Every SIM that there is, as the register itself tells over CTRL. */
async function registered(): Promise<readonly { readonly imsi: string }[]> {
  const ctrl = createCtrl({ host: hlr.host, port: 4259 });
  const all = await system.db.prisma.resource.findMany({ where: { poolId: sims } });
  const found = all.map(({ attributes }) => readSubscriber(ctrl, `by-imsi-${(attributes as { imsi: string }).imsi}`, AbortSignal.timeout(20_000)));
  return (await Promise.all(found)).filter((subscriber) => subscriber !== undefined).sort(byImsi);
}

/** Who should be there by Linework's lines, with number, access and the keys of the SIM: nobody else, and nobody twice. */
async function readExpected(access: string): Promise<readonly { readonly imsi: string }[]> {
  const lines = await system.db.prisma.line.findMany({});
  return lines
    .map(({ imsi, msisdn, iccid }) => ({ imsi, msisdn: msisdn.slice(1), access, k: deriveTestKeys(iccid).ki, opc: deriveTestKeys(iccid).opc }))
    .sort(byImsi);
}

const byImsi = (one: { readonly imsi: string }, other: { readonly imsi: string }) => one.imsi.localeCompare(other.imsi);

/** Makes lines, and lets them live through everything; after each operation the register itself says where they are. */
async function runLifecycle(afterEach: (name: string) => Promise<void> = async () => undefined): Promise<void> {
  const body = { customerId: holderId, msisdn: { poolId: numbers }, sim: { poolId: sims } };
  const lineIds = await forAll(Array(lineCount).fill(body), (wish) => order('POST', '/lines', wish));
  expect(await registered()).toEqual(await readExpected('none'));
  for (const { name, access, request } of life) {
    await Promise.all([forAll(lineIds, (id) => order(...request(id))), afterEach(name)]);
    expect(await registered(), name).toEqual(access === undefined ? [] : await readExpected(access));
  }
}

async function assertRegisterMatches(): Promise<void> {
  await checkInvariants(system.db);
  const lines = await system.db.prisma.line.groupBy({ by: ['status'], _count: true });
  expect(lines).toEqual([{ status: 'TERMINATED', _count: lineCount }]);
  const orders = await system.db.prisma.order.groupBy({ by: ['status'], _count: true });
  expect(orders).toEqual([{ status: 'COMPLETED', _count: (1 + life.length) * lineCount }]);
}

describe('lines on a real OsmoHLR', () => {
  it('live through everything there', async () => {
    await runLifecycle();
    await assertRegisterMatches();
    expect(await system.db.prisma.orderStep.count({ where: { attempt: { gt: 1 } } })).toBe(0);
  });

  it('do so although it is killed and started again on the way', async () => {
    await runLifecycle(async (name) => {
      if (name !== 'block' && name !== 'SIM swap') return;
      const doneBefore = await completed();
      await waitUntil('some are done, and some are not', async () => (await completed()) > doneBefore);
      await hlr.kill();
      await waitUntil('an order waits for its return', async () => (await waiting()) > 0);
      await hlr.restart();
    });
    await assertRegisterMatches();
  });
});

const completed = () => system.db.prisma.order.count({ where: { status: 'COMPLETED' } });

/** Orders that have found the HLR away. */
const waiting = () => system.db.prisma.order.count({ where: { awaySince: { not: null } } });
