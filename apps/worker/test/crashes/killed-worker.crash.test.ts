import type { CrashPoint } from '@linework/engine/model/crash-points';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { shortLease } from '@linework/testing/processes/start-worker';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertEndState, type ScenarioName, scenarios, waitForEnd } from './scenarios.ts';
import { type Survivor, startSurvivor } from './start-survivor.ts';

needs('redis');

const points: Readonly<Record<ScenarioName, readonly CrashPoint[]>> = {
  block: ['after-acquire', 'before-call', 'after-call', 'after-commit'],
  delete: ['after-acquire', 'before-call', 'after-call', 'after-commit'],
  rollback: ['after-acquire', 'in-undo', 'after-call', 'after-commit'],
  cancel: ['in-cancel'],
};
const crashes = Object.entries(points).flatMap(([scenario, at]) =>
  at.map((point) => ({ scenario: scenario as ScenarioName, point })),
);

describe('a worker killed', () => {
  let system: System;
  let survivor: Survivor;
  const report: string[] = [];
  beforeAll(async () => {
    system = await startSystem({ redisUrl: await testRedisUrl() });
    survivor = await startSurvivor(system);
  });
  afterAll(async () => {
    console.info(
      `from the kill of a worker to the end of its order (lease ${shortLease['LEASE_MS']} ms; limit: lease + 2 ` +
        `s):\n  ${report.join('\n  ')}`,
    );
    await system?.close();
  });

  async function killAt(point: CrashPoint, names: readonly ScenarioName[]): Promise<void> {
    const prepared = await Promise.all(names.map(async (name) => ({ name, ...(await scenarios[name](system)) })));
    await survivor.occupy();
    const victim = await system.startWorker({ CRASH_AT: `${point}:kill` });
    const orderIds = await Promise.all(prepared.map(({ placeOrder }) => placeOrder()));
    expect(await victim.ended).toBe('SIGKILL');
    const killedAt = performance.now();
    await survivor.release();
    await Promise.all(prepared.map(({ name }, at) => waitForEnd(system, name, orderIds[at] ?? '')));
    report.push(`${point}, ${names.join(' and ')}: ${Math.round(performance.now() - killedAt)} ms`);
    await system.waitUntilSettled();
    for (const { name, line } of prepared) await assertEndState(system, name, line);
  }

  // This test comes first: a wake-up that an earlier victim left in the queue would kill this one before its orders are
  // placed.
  it('before it writes an acquisition leaves its orders to another worker', () =>
    killAt('before-commit', ['block', 'delete', 'rollback']));

  it.each(crashes)(
    '$point in a $scenario order leaves it to another worker, which repeats nothing',
    ({ point, scenario }) => killAt(point, [scenario]),
  );
});
