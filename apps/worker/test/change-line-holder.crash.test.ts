import { aHolder } from '@linework/testing/a-holder';
import { readOrderId } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { shortLease } from '@linework/testing/processes/start-worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('a line that goes to another holder', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem({ settings: shortLease });
  });
  afterAll(() => system?.close());

  const holdersOf = async (lineId: string) => {
    const { rows } = await system.db.pool.query<{ holder_id: string }>(
      'SELECT holder_id FROM line_holder WHERE line_id = $1 ORDER BY period',
      [lineId],
    );
    return rows.map(({ holder_id }) => holder_id);
  };

  async function changeHolderWith(crash: Readonly<Record<string, string>>) {
    const [line] = await system.lines(1);
    if (!line) throw new Error('There is no line.');
    const { id: customerId } = await aHolder(system.db, { brokerId: system.broker.id });
    const [former] = await holdersOf(line.id);
    const worker = await system.startWorker(crash);
    const path = `/lines/${line.id}/holder-change`;
    const orderId = readOrderId(await system.client.send('POST', path, { body: { customerId } }));
    return { line, customerId, former, worker, orderId };
  }

  it('is moved by a worker, and the network hears nothing', async () => {
    const { line, customerId, former, worker, orderId } = await changeHolderWith({});
    await system.waitForOrder(orderId, 'COMPLETED');
    expect(await holdersOf(line.id)).toEqual([former, customerId]);
    expect(await system.network.requestLog({ imsi: line.imsi })).toEqual([]);
    await worker.kill();
  });

  it.each(['before-commit', 'after-acquire', 'after-commit'])(
    'is moved once if its worker is killed at %s',
    async (point) => {
      const { line, customerId, former, worker, orderId } = await changeHolderWith({ CRASH_AT: `${point}:kill` });
      expect(await worker.ended).toBe('SIGKILL');
      const survivor = await system.startWorker();
      await system.waitForOrder(orderId, 'COMPLETED');
      await system.waitUntilSettled();
      expect(await holdersOf(line.id)).toEqual([former, customerId]);
      await survivor.kill();
    },
  );
});
