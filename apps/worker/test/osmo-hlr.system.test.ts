import { type OsmoHlrServer, startOsmoHlr } from '@linework/local-servers/osmo-hlr-server';
import { createCtrl } from '@linework/systems/osmo-hlr/ctrl';
import { readSubscriber } from '@linework/systems/osmo-hlr/read-subscriber';
import { aHolder } from '@linework/testing/a-holder';
import { aPool, deriveTestKeys } from '@linework/testing/a-pool';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { readOrderId } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

needs('redis', 'osmo-hlr');

const atOnce = 16;
/** All calls are made at the same time. */
const fewLines = atOnce;
/** Half of their orders are placed while the HLR is away. */
const manyLines = 2 * atOnce;

let system: System;
let hlr: OsmoHlrServer;
let holderId: string;
let numbers: string;
let sims: string;
beforeAll(async () => {
  [system, hlr] = await Promise.all([startSystem({ redisUrl: await testRedisUrl() }), startOsmoHlr()]);
  // A call that waits behind fifteen others must not time out, even on a slow machine.
  const settings = {
    NETWORK: 'osmo-hlr',
    OSMO_HLR_VTY: hlr.vty,
    OSMO_HLR_CTRL: hlr.ctrl,
    STEP_TIMEOUT_MS: '5000',
    LEASE_MS: '10000',
  };
  await Promise.all([system.startWorker(settings), system.startWorker(settings)]);
});
afterAll(async () => {
  await Promise.all([system?.close(), hlr?.stop()]);
});

/** Each test has its own lines, which are those of its holder, and its own SIMs. */
beforeEach(async () => {
  const brokerId = system.broker.id;
  ({ id: holderId } = await aHolder(system.db, { brokerId }));
  ({ id: numbers } = await aPool(system.db, { brokerId, type: 'MSISDN', count: 2 * manyLines }));
  ({ id: sims } = await aPool(system.db, { brokerId, type: 'SIM', count: 2 * manyLines, withKeys: true }));
});

type RequestArguments = readonly [method: string, path: string, body?: unknown];

/** The operations on every line, in order, and the access of its subscriber afterwards; undefined if it is deleted. */
const operations: readonly {
  readonly name: string;
  readonly access?: string;
  request(id: string): RequestArguments;
}[] = [
  { name: 'activate', access: 'cs+ps', request: (id) => ['POST', `/lines/${id}/activate`] },
  { name: 'block', access: 'none', request: (id) => ['POST', `/lines/${id}/block`] },
  { name: 'unblock', access: 'cs+ps', request: (id) => ['POST', `/lines/${id}/unblock`] },
  {
    name: 'number change',
    access: 'cs+ps',
    request: (id) => ['POST', `/lines/${id}/number-change`, { msisdn: { poolId: numbers } }],
  },
  { name: 'SIM swap', access: 'cs+ps', request: (id) => ['POST', `/lines/${id}/sim-swap`, { sim: { poolId: sims } }] },
  { name: 'delete', request: (id) => ['DELETE', `/lines/${id}`] },
];

/** Sends the request, waits until its order is completed, and returns the id of the line. */
async function order(method: string, path: string, body?: unknown): Promise<string> {
  const response = await system.client.send(method, path, body === undefined ? {} : { body });
  expect(response.status, response.text).toBeLessThan(300);
  const orderId = readOrderId(response);
  await waitUntil('the order has settled', async () => (await readStatus(orderId)) !== undefined);
  expect(await readStatus(orderId), await describeAttempts(orderId)).toBe('COMPLETED');
  return JSON.parse(response.text).id;
}

/**
 * Reads the last status of an order; undefined while it is open. Sixteen callers wait at the same time, and asking the
 * API costs the processor more than asking the database.
 */
async function readStatus(orderId: string): Promise<string | undefined> {
  const { rows } = await system.db.pool.query('SELECT status FROM orders WHERE id = $1 AND NOT is_open', [orderId]);
  return rows[0]?.status;
}

/** Says for a failure what the steps did. */
async function describeAttempts(orderId: string): Promise<string> {
  const orderBy = { startedAt: 'asc' } as const;
  const steps = await system.db.prisma.orderStep.findMany({ where: { orderId }, orderBy: { position: 'asc' } });
  return JSON.stringify({
    steps,
    attempts: await system.db.prisma.orderAttempt.findMany({ where: { orderId }, orderBy }),
  });
}

/** Runs `act` for all items, sixteen at a time. */
async function forAll<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const remaining = [...items];
  const results: Result[] = [];
  const worker = async () => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift()) results.push(await act(item));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** Reads the subscribers of all SIMs from the register over CTRL. */
async function registered(): Promise<readonly { readonly imsi: string }[]> {
  const ctrl = createCtrl({ host: hlr.host, port: 4259 });
  const all = await system.db.prisma.resource.findMany({ where: { poolId: sims } });
  const found = all.map(({ attributes }) =>
    readSubscriber(ctrl, `by-imsi-${(attributes as { imsi: string }).imsi}`, AbortSignal.timeout(20_000)),
  );
  return (await Promise.all(found)).filter((subscriber) => subscriber !== undefined).sort(byImsi);
}

/** The expected subscribers: one for each line, with number, access and the keys of the SIM. */
async function readExpected(access: string): Promise<readonly { readonly imsi: string }[]> {
  const lines = await system.db.prisma.line.findMany({ where: { holderId } });
  return lines
    .map(({ imsi, msisdn, iccid }) => ({
      imsi,
      msisdn: msisdn.slice(1),
      access,
      k: deriveTestKeys(iccid).ki,
      opc: deriveTestKeys(iccid).opc,
    }))
    .sort(byImsi);
}

const byImsi = (one: { readonly imsi: string }, other: { readonly imsi: string }) => one.imsi.localeCompare(other.imsi);

type Place = (lineIds: readonly string[]) => Promise<unknown>;

/**
 * Creates lines and runs every operation on them. After each operation the register must have the expected subscribers.
 */
async function runLifecycle(
  lineCount: number,
  runOperation: (name: string, lineIds: readonly string[], place: Place) => Promise<unknown> = (_, ids, place) =>
    place(ids),
): Promise<void> {
  const body = { customerId: holderId, msisdn: { poolId: numbers }, sim: { poolId: sims } };
  const lineIds = await forAll(Array(lineCount).fill(body), (line) => order('POST', '/lines', line));
  expect(await registered()).toEqual(await readExpected('none'));
  for (const { name, access, request } of operations) {
    await runOperation(name, lineIds, (ids) => forAll(ids, (id) => order(...request(id))));
    expect(await registered(), name).toEqual(access === undefined ? [] : await readExpected(access));
  }
}

/** Kills the HLR when the first orders are completed, places the others while it is away, and starts it again. */
async function placeAroundOutage(lineIds: readonly string[], place: Place): Promise<void> {
  const half = lineIds.length / 2;
  const completedBefore = await completed();
  const first = place(lineIds.slice(0, half));
  await waitUntil('some orders are completed', async () => (await completed()) > completedBefore);
  await hlr.kill();
  const second = place(lineIds.slice(half));
  await waitUntil('an order waits for the HLR', async () => (await waiting()) > 0);
  await hlr.restart();
  await Promise.all([first, second]);
}

async function assertRegisterMatches(lineCount: number): Promise<void> {
  await checkInvariants(system.db);
  const lines = await system.db.prisma.line.groupBy({ by: ['status'], where: { holderId }, _count: true });
  expect(lines).toEqual([{ status: 'TERMINATED', _count: lineCount }]);
  const orders = await system.db.prisma.order.groupBy({ by: ['status'], where: { line: { holderId } }, _count: true });
  expect(orders).toEqual([{ status: 'COMPLETED', _count: (1 + operations.length) * lineCount }]);
}

describe('lines on a real OsmoHLR', () => {
  it('pass through every operation', async () => {
    await runLifecycle(fewLines);
    await assertRegisterMatches(fewLines);
    expect(
      await system.db.prisma.orderStep.count({ where: { attempt: { gt: 1 }, order: { line: { holderId } } } }),
    ).toBe(0);
  });

  it('pass through every operation although the HLR is killed and restarted', async () => {
    await runLifecycle(manyLines, (name, lineIds, place) =>
      name === 'block' || name === 'SIM swap' ? placeAroundOutage(lineIds, place) : place(lineIds),
    );
    await assertRegisterMatches(manyLines);
  });
});

const completed = () => system.db.prisma.order.count({ where: { status: 'COMPLETED', line: { holderId } } });

/** Counts the orders that wait for the HLR. */
const waiting = () => system.db.prisma.order.count({ where: { unavailableSince: { not: null } } });
