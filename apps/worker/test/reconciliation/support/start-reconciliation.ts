import { randomUUID } from 'node:crypto';
import { PermanentError } from '@linework/engine/model/system-errors';
import type { ReadableNetwork } from '@linework/lines/model/compare-subscriber';
import type { NetworkSubscriber } from '@linework/lines/model/systems';
import { allOrderTypeVersions } from '@linework/lines/order-types/all-order-types';
import { listDrifts, repairDrift } from '@linework/lines/reconciliation/drifts';
import { reconcileLines } from '@linework/lines/reconciliation/reconcile-lines';
import { createSimulatorNetwork } from '@linework/systems/simulator/create-simulator-network';
import { aBroker } from '@linework/testing/a-broker';
import { aLineWithResources, type TestLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { aCallerOf } from '@linework/testing/callers';
import { createTestEngine } from '@linework/testing/engine/test-engine';
import { networkSimulatorClient } from '@linework/testing/simulators/network-simulator-client';
import { startNetworkSimulator } from '@linework/testing/simulators/start-network-simulator';
import { sql } from '@linework/testing/sql';
import { afterAll } from 'vitest';

export const states = { ACTIVE: 'active', BLOCKED: 'suspended', STAND_BY: 'standby' } as const;
const statuses = Object.keys(states) as readonly (keyof typeof states)[];

export const subscriberOf = ({ imsi, msisdn, status }: TestLineWithResources): NetworkSubscriber => ({
  imsi,
  msisdn,
  serviceState: states[status as keyof typeof states],
});

export interface Run {
  readonly network?: ReadableNetwork;
  /** One batch at this rate. */
  readonly callsPerSecond?: number;
  readonly callTimeoutMs?: number;
}

/**
 * A database, a network simulator and an engine for the tests of a file. Call `aNewBroker` before each test: its lines
 * are the only ones that are checked.
 */
export async function startReconciliation() {
  const simulator = await startNetworkSimulator();
  afterAll(() => simulator.stop());
  const register = networkSimulatorClient(simulator.url);
  const network = createSimulatorNetwork({ url: simulator.url, timeoutMs: 5_000 });
  const engine = await createTestEngine({ orderTypes: allOrderTypeVersions, systemsOn: () => ({ network }) });
  afterAll(() => engine.close());
  let broker = await aBroker(engine.db);

  async function aNewBroker() {
    await engine.db.query(sql`UPDATE line_check SET due_at = now() + interval '1 year'`);
    await engine.db.query(sql`UPDATE reconciliation SET next_call_at = now() - interval '1 s'`);
    broker = await aBroker(engine.db);
    return broker;
  }

  /** Lines with their subscribers. */
  async function linesOnNetwork(count: number, only?: keyof typeof states): Promise<readonly TestLineWithResources[]> {
    const lines: TestLineWithResources[] = [];
    for (let at = 0; at < count; at += 1) {
      const status = only ?? statuses[at % statuses.length] ?? 'ACTIVE';
      lines.push(await aLineWithResources(engine.db, status, { brokerId: broker.id }));
    }
    await register.load(lines.map(subscriberOf));
    return lines;
  }

  /** Runs as a worker does, until no line is due. A look follows the other at once. */
  async function look({ network: reader = network, callsPerSecond, callTimeoutMs = 8_000 }: Run = {}): Promise<void> {
    const rate = callsPerSecond ?? 10_000;
    const settings = {
      callsPerSecond: rate,
      leastCallsPerSecond: rate,
      roundMs: 86_400_000,
      secondLookMs: 3_600_000,
      callTimeoutMs,
    };
    const deps = { db: engine.db, network: reader, log: { info: () => undefined }, settings };
    await engine.db.query(
      sql`UPDATE reconciliation SET listed_at = NULL, next_call_at = greatest(next_call_at, now())`,
    );
    for (let isDone = false; !isDone; ) {
      await reconcileLines(deps, () => callsPerSecond !== undefined);
      const [state] = await engine.db.query(sql`SELECT FROM line_check WHERE due_at <= now()`);
      const [waiting] = await engine.db.query(sql`SELECT FROM reconciliation WHERE waiting_since IS NOT NULL`);
      isDone = callsPerSecond !== undefined || state === undefined || waiting !== undefined;
    }
  }

  /** Makes all lines of the broker due. */
  const makeDue = () =>
    engine.db.query(sql`UPDATE line_check SET due_at = now() - interval '1 s' WHERE broker_id = ${broker.id}::uuid`);

  /** One round: every line is looked at, and what differs twice. */
  async function round(run: Run = {}): Promise<void> {
    await look(run);
    await makeDue();
    await look(run);
  }

  const driftsOf = async (status?: 'OPEN' | 'REPAIRED' | 'ACCEPTED' | 'GONE') =>
    (
      await listDrifts(engine.db, aCallerOf(broker), {
        limit: 100,
        sortBy: 'createdAt',
        sortOrder: 'asc',
        ...(status && { status: [status] }),
      })
    ).items;

  async function repair(driftId: string): Promise<string> {
    const { orderId } = await repairDrift(engine.deps, {
      caller: aCallerOf(broker),
      driftId,
      correlationId: 'a repair',
    });
    return (await engine.runUntilSettled(orderId)).status;
  }

  const countingIn = (reads: string[]): ReadableNetwork => ({
    ...network,
    findSubscriber: (imsi) => {
      reads.push(imsi);
      return network.findSubscriber(imsi);
    },
  });

  /** The register answers an error for one line. */
  const failingFor = (line: TestLineWithResources, reader: ReadableNetwork = network): ReadableNetwork => ({
    ...reader,
    findSubscriber: async (imsi) => {
      if (imsi === line.imsi) throw new PermanentError('refused', 'The register refuses to read it.');
      return reader.findSubscriber(imsi);
    },
  });

  const remove = async ({ imsi, msisdn }: NetworkSubscriber) => {
    await network.deleteSubscriber({ key: `${randomUUID()}:execute` }, { imsi, msisdns: [msisdn] });
  };

  async function aFreeNumber(): Promise<string> {
    const { resourceIds } = await aPool(engine.db, { brokerId: broker.id, count: 1 });
    const found = await engine.db.prisma.resource.findUniqueOrThrow({ where: { id: resourceIds[0] as string } });
    return found.externalCode;
  }

  async function aFreeImsi(): Promise<string> {
    const { resourceIds } = await aPool(engine.db, { brokerId: broker.id, type: 'SIM', count: 1 });
    const found = await engine.db.prisma.resource.findUniqueOrThrow({ where: { id: resourceIds[0] as string } });
    return found.imsi as string;
  }

  return {
    engine,
    network,
    register,
    aNewBroker,
    linesOnNetwork,
    look,
    makeDue,
    round,
    driftsOf,
    repair,
    countingIn,
    failingFor,
    remove,
    aFreeNumber,
    aFreeImsi,
  };
}
