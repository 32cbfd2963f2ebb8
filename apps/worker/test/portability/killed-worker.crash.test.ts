import { createClient } from '@linework/http/client';
import { createPortInRoute } from '@linework/schemas/portability/port-ins.routes';
import { aHolder } from '@linework/testing/a-holder';
import { aPool } from '@linework/testing/a-pool';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { measureSlowness } from '@linework/testing/servers/measure-slowness';
import type { RunningPartnerSimulator } from '@linework/testing/simulators/start-partner-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let system: System;
let partners: RunningPartnerSimulator;
beforeAll(async () => {
  system = await startSystem({ settings: { STEP_TIMEOUT_MS: '1000', LEASE_MS: '2000' } });
  partners = await system.partners();
});
afterAll(() => system?.close());

const statusOf = async (id: string) => (await system.db.prisma.portIn.findUniqueOrThrow({ where: { id } })).status;

/** A port-in for a new line, with the earliest possible window. */
async function aPortIn(msisdn: string): Promise<string> {
  const brokerId = system.broker.id;
  const [numbers, sims, holder] = [
    await aPool(system.db, { brokerId }),
    await aPool(system.db, { brokerId, type: 'SIM', count: 1 }),
    await aHolder(system.db, { brokerId }),
  ];
  const window = {
    windowFrom: new Date(Date.now() + Math.ceil(1_500 * measureSlowness())).toISOString(),
    windowUntil: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const body = {
    customerId: holder.id,
    msisdn,
    donor: '55321',
    ...window,
    poolId: numbers.id,
    sim: { poolId: sims.id },
  };
  const response = await createClient(system.api.url, { apiKey: system.key }).call(createPortInRoute, { body });
  if (response.status !== 202)
    throw new Error(`POST /portability/port-ins got ${response.status}: ${JSON.stringify(response.body)}`);
  return response.body.id;
}

/** Ends the lease of the killed worker. */
const endLease = (id: string) =>
  system.db.pool.query("UPDATE port_in SET due_at = now() WHERE id = $1 AND due_at > now() + interval '2 s'", [id]);

describe('a worker that dies during a port-in', () => {
  it.each([
    ['after-clearing-house', '+5511971110001'],
    ['after-placing', '+5511971110002'],
  ])('at %s leaves it to another worker, which repeats nothing', async (point, msisdn) => {
    const victim = await system.startWorker({ CRASH_AT: `${point}:kill` });
    const id = await aPortIn(msisdn);
    expect(await victim.ended).toBe('SIGKILL');
    await endLease(id);
    const survivor = await system.startWorker();
    await waitUntil('the port-in is ACTIVE', async () => (await statusOf(id)) === 'ACTIVE');
    await system.waitUntilSettled();
    await survivor.kill();

    const calls = (await partners.client.requestLog({ id })).flatMap(({ operation, key }) =>
      key === undefined ? [] : [operation],
    );
    expect(calls).toEqual(['clearing-house.request', 'clearing-house.confirm']);
    const { rows } = await system.db.pool.query(
      `SELECT l.status, (SELECT count(*)::int FROM orders o WHERE o.resource_id = l.id) AS orders
       FROM line l
       WHERE l.msisdn = $1`,
      [msisdn],
    );
    expect(rows).toEqual([{ status: 'ACTIVE', orders: 1 }]);
  });
});
