import { randomInt, randomUUID } from 'node:crypto';
import { adoptLines } from '@linework/domain/lines/adopt-lines';
import { type OsmoHlrServer, startOsmoHlr } from '@linework/local-servers/osmo-hlr-server';
import { ctrlOf } from '@linework/systems/osmo-hlr/ctrl';
import { osmoHlrNetwork } from '@linework/systems/osmo-hlr/osmo-hlr-network';
import { type RegisteredSubscriber, readSubscriber } from '@linework/systems/osmo-hlr/registered-subscriber';
import { aHolder } from '@linework/testing/a-holder';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import type { OrderKind } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { until } from '@linework/testing/processes/until';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const lineCount = 48;
const atOnce = 16;
const limitMs = 120_000;

interface Line {
  readonly id: string;
  readonly imsi: string;
  readonly msisdn: string;
}

let system: System;
let hlr: OsmoHlrServer;
beforeEach(async () => {
  [system, hlr] = await Promise.all([startSystem(), startOsmoHlr()]);
  // A call that waits for the element's answer to fifteen others is no fault, on the slowest of machines either.
  const settings = { NETWORK: 'osmo-hlr', OSMO_HLR_VTY: hlr.vty, OSMO_HLR_CTRL: hlr.ctrl, STEP_TIMEOUT_MS: '5000', LEASE_MS: '10000' };
  await Promise.all([system.startWorker(settings), system.startWorker(settings)]);
});
afterEach(async () => {
  await Promise.all([system?.close(), hlr?.stop()]);
});

/** Lines that were sold and not put into service yet; the register knows them. */
async function standbyLines(): Promise<readonly Line[]> {
  const { id: holderId } = await aHolder(system.db, { brokerId: system.broker.id });
  const first = randomInt(10_000_000, 90_000_000);
  const lines = Array.from({ length: lineCount }, (_, at) => ({
    id: randomUUID(),
    msisdn: `+55119${first + at}`,
    iccid: `89550153300${first + at}`,
    imsi: `7240577${first + at}`,
  }));
  await adoptLines(
    system.db,
    lines.map((line) => ({ ...line, brokerId: system.broker.id, holderId })),
    'STAND_BY',
  );
  const network = osmoHlrNetwork({ vty: { host: hlr.host, port: 4258 }, ctrl: { host: hlr.host, port: 4259 }, timeoutMs: 20_000 });
  for (const { imsi, msisdn } of lines) await network.createSubscriber({ key: imsi }, { imsi, msisdn, serviceState: 'standby' });
  return lines;
}

/** Orders it for every line, sixteen at a time, each until it is done, and answers what the register then has. */
async function order(kind: OrderKind, lines: readonly Line[]): Promise<readonly (RegisteredSubscriber | undefined)[]> {
  const rest = [...lines];
  const worker = async () => {
    for (let line = rest.shift(); line; line = rest.shift()) await done(await system.client.placeOrder(kind, line.id));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const ctrl = ctrlOf({ host: hlr.host, port: 4259 });
  return Promise.all(lines.map(({ imsi }) => readSubscriber(ctrl, `by-imsi-${imsi}`, AbortSignal.timeout(20_000))));
}

async function done(orderId: string): Promise<void> {
  const isDone = async () => (await system.client.order(orderId)).status === 'COMPLETED';
  await until('the order is done', isDone, { limitMs: 60_000 });
}

const allAre = (access: 'none' | 'cs+ps', lines: readonly Line[]) => lines.map(({ imsi, msisdn }) => ({ imsi, msisdn: msisdn.slice(1), access }));

/** Every line goes through its life; after each operation the register itself says where it is. */
async function liveThrough(lines: readonly Line[], meanwhile: (kind: OrderKind) => Promise<void> = async () => undefined): Promise<void> {
  const operations = { activate: 'cs+ps', block: 'none', unblock: 'cs+ps' } as const;
  for (const kind of ['activate', 'block', 'unblock'] as const) {
    const [registered] = await Promise.all([order(kind, lines), meanwhile(kind)]);
    expect(registered).toMatchObject(allAre(operations[kind], lines));
  }
  const [registered] = await Promise.all([order('delete', lines), meanwhile('delete')]);
  expect(new Set(registered)).toEqual(new Set([undefined]));
}

async function everythingAgrees(): Promise<void> {
  await checkInvariants(system.db);
  const lines = await system.db.prisma.line.groupBy({ by: ['status'], _count: true });
  expect(lines).toEqual([{ status: 'TERMINATED', _count: lineCount }]);
  const orders = await system.db.prisma.order.groupBy({ by: ['status'], _count: true });
  expect(orders).toEqual([{ status: 'COMPLETED', _count: 4 * lineCount }]);
}

describe('lines on a real OsmoHLR', () => {
  it('are activated, blocked, unblocked and deleted there', { timeout: limitMs }, async () => {
    await liveThrough(await standbyLines());
    await everythingAgrees();
    expect(await system.db.prisma.orderStep.count({ where: { attempt: { gt: 1 } } })).toBe(0);
  });

  it('are so although it is killed and started again twice on the way', { timeout: limitMs }, async () => {
    await liveThrough(await standbyLines(), async (kind) => {
      if (kind !== 'block' && kind !== 'delete') return;
      const doneBefore = await completed();
      await until('some are done, and some are not', async () => (await completed()) > doneBefore + 5);
      await hlr.kill();
      await until('somebody has asked in vain', async () => (await repeated()) > 0);
      await hlr.restart();
    });
    await everythingAgrees();
  });
});

const completed = () => system.db.prisma.order.count({ where: { status: 'COMPLETED' } });

/** Steps that are to be tried again. */
const repeated = () => system.db.prisma.orderStep.count({ where: { status: 'PENDING', attempt: { gt: 0 } } });
