import { randomUUID } from 'node:crypto';
import type { Network } from '@linework/lines/model/systems';
import { allOrderTypeVersions } from '@linework/lines/order-types/all-order-types';
import { getReconciliation, listDrifts, repairDrift } from '@linework/lines/reconciliation/drifts';
import { reconcileLines } from '@linework/lines/reconciliation/reconcile-lines';
import { type OsmoHlrServer, startOsmoHlr } from '@linework/local-servers/osmo-hlr-server';
import { createOsmoHlrNetwork } from '@linework/systems/osmo-hlr/create-osmo-hlr-network';
import { aBroker } from '@linework/testing/a-broker';
import { aLineWithResources, type TestLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { aCallerOf, anOperator } from '@linework/testing/callers';
import { createTestEngine, type TestEngine } from '@linework/testing/engine/test-engine';
import { needs } from '@linework/testing/run/needs';
import { sql } from '@linework/testing/sql';
import { afterAll, beforeAll, expect, it } from 'vitest';

needs('osmo-hlr');

const states = { ACTIVE: 'active', BLOCKED: 'suspended', STAND_BY: 'standby' } as const;
const statuses = Object.keys(states) as readonly (keyof typeof states)[];
const aCall = () => ({ key: `${randomUUID()}:execute` });

let hlr: OsmoHlrServer;
let network: Network;
let engine: TestEngine;
let broker: Awaited<ReturnType<typeof aBroker>>;
beforeAll(async () => {
  hlr = await startOsmoHlr();
  network = createOsmoHlrNetwork({
    vty: { host: hlr.host, port: 4258 },
    ctrl: { host: hlr.host, port: 4259 },
    timeoutMs: 20_000,
  });
  engine = await createTestEngine({ orderTypes: allOrderTypeVersions, systemsOn: () => ({ network }) });
  broker = await aBroker(engine.db);
});
afterAll(async () => {
  await engine?.close();
  await hlr?.stop();
});

const stateOf = ({ status }: TestLineWithResources) => states[status as keyof typeof states];

async function aLineOnNetwork(status: keyof typeof states): Promise<TestLineWithResources> {
  const line = await aLineWithResources(engine.db, status, { brokerId: broker.id });
  const { imsi, msisdn } = line;
  await network.createSubscriber(aCall(), { imsi, msisdn, serviceState: states[status] });
  return line;
}

/** Two comparisons of each line. */
async function lookTwice(): Promise<void> {
  const settings = {
    callsPerSecond: 10_000,
    leastCallsPerSecond: 10_000,
    roundMs: 86_400_000,
    secondLookMs: 0,
    callTimeoutMs: 20_000,
  };
  for (const _ of [1, 2]) {
    await engine.db.query(sql`UPDATE line_check SET due_at = now() - interval '1 s'`);
    await engine.db.query(sql`UPDATE reconciliation SET listed_at = NULL, next_call_at = now() - interval '1 s'`);
    await reconcileLines({ db: engine.db, network, log: { info: () => undefined }, settings }, () => false);
  }
}

const openDrifts = async () =>
  (
    await listDrifts(engine.db, aCallerOf(broker), {
      limit: 100,
      sortBy: 'createdAt',
      sortOrder: 'asc',
      status: ['OPEN'],
    })
  ).items;

async function repair(driftId: string): Promise<string> {
  const { orderId } = await repairDrift(engine.deps, { caller: aCallerOf(broker), driftId, correlationId: 'a repair' });
  return (await engine.runUntilSettled(orderId)).status;
}

const resourceOf = async (type: 'MSISDN' | 'SIM') => {
  const { resourceIds } = await aPool(engine.db, { brokerId: broker.id, type, count: 1 });
  return engine.db.prisma.resource.findUniqueOrThrow({ where: { id: resourceIds[0] as string } });
};

/** What somebody does to the register. */
const changes: Readonly<Record<string, (line: TestLineWithResources) => Promise<unknown>>> = {
  missing: ({ imsi, msisdn }) => network.deleteSubscriber(aCall(), { imsi, msisdns: [msisdn] }),
  'wrong-service-state': (line) => {
    const own = { imsi: line.imsi, msisdns: [line.msisdn] };
    return network.setServiceState(aCall(), own, stateOf(line) === 'active' ? 'suspended' : 'active');
  },
  'wrong-number': async ({ imsi, msisdn }) => {
    const other = (await resourceOf('MSISDN')).externalCode;
    await network.changeMsisdn(aCall(), { imsi, msisdns: [msisdn] }, other);
  },
  'wrong-sim': async ({ imsi, msisdn }) =>
    network.changeImsi(aCall(), imsi, (await resourceOf('SIM')).imsi as string, { msisdn }),
};

it('finds what OsmoHLR has otherwise, and repairs it; what is not ours is refused and stays', async () => {
  const kinds = [...Object.keys(changes), ...Object.keys(changes), ...Object.keys(changes)];
  const lines = new Map<string, string>();
  const all: TestLineWithResources[] = [];
  for (const [at, kind] of kinds.entries()) {
    const line = await aLineOnNetwork(statuses[at % statuses.length] ?? 'ACTIVE');
    await changes[kind]?.(line);
    lines.set(line.id, kind);
    all.push(line);
  }
  // An equal line, and one whose IMSI has become somebody else's.
  all.push(await aLineOnNetwork('ACTIVE'));
  const taken = await aLineOnNetwork('ACTIVE');
  const own = { imsi: taken.imsi, msisdns: [taken.msisdn] };
  await network.changeMsisdn(aCall(), own, '+351910000077');

  await lookTwice();
  const drifts = await openDrifts();
  expect(new Map(drifts.map(({ lineId, kind }) => [lineId, kind]))).toEqual(
    new Map([...lines, [taken.id, 'wrong-number']]),
  );
  const foreign = drifts.find(({ lineId }) => lineId === taken.id);
  expect(foreign).toMatchObject({ isOurs: false, found: {} });

  for (const { id, lineId } of drifts) expect(await repair(id)).toBe(lineId === taken.id ? 'ROLLED_BACK' : 'COMPLETED');
  const order = await engine.db.prisma.order.findFirstOrThrow({ where: { lineId: taken.id } });
  const { steps } = await engine.find(order.id);
  expect(steps.find(({ error }) => error)?.error).toMatchObject({ code: 'foreign-subscriber' });
  expect(await network.findSubscriber(taken.imsi)).toMatchObject({ msisdn: '+351910000077', serviceState: 'active' });

  for (const line of all) {
    const found = await network.findSubscriberOfNumber?.(line.msisdn);
    expect(found).toMatchObject({ imsi: line.imsi, serviceState: stateOf(line) === 'active' ? 'active' : 'suspended' });
  }
  await lookTwice();
  expect(await openDrifts()).toMatchObject([{ lineId: taken.id }]);
  const { calls } = await getReconciliation(engine.db, anOperator());
  // Two comparisons of each line, with a second read of those that differ or whose state OsmoHLR cannot tell.
  expect(calls).toBeLessThanOrEqual(2 * 2 * 2 * (all.length + 1));
});
