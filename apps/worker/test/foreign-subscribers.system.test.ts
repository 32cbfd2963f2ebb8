import { aHolder } from '@linework/testing/a-holder';
import { aPool } from '@linework/testing/a-pool';
import { lineworkClient, readOrderId } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { needs } from '@linework/testing/run/needs';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

needs('redis');

let foreignNumbers = 0;
let system: System;
beforeAll(async () => {
  system = await startSystem({ redisUrl: await testRedisUrl() });
  await system.startWorker({ STEP_TIMEOUT_MS: '5000', LEASE_MS: '10000' });
});
afterAll(() => system?.close());

// The tests with known keys come first: the invariants of the network's request log do not hold after it has ignored
// some.
describe.each(['known', 'ignored'] as const)(
  'a subscriber of another operator, on a network whose idempotency keys are %s,',
  (keys) => {
    beforeAll(() => system.network.setKeys(keys));

    const stepsOf = async (orderId: string) => (await system.client.order(orderId)).steps.map(({ status }) => status);

    async function aSimPool(count: number) {
      const pool = await aPool(system.db, { brokerId: system.broker.id, type: 'SIM', count });
      const sims = await system.db.prisma.resource.findMany({ where: { poolId: pool.id } });
      return { poolId: pool.id, imsis: sims.map(({ attributes }) => (attributes as { imsi: string }).imsi) };
    }

    /** A subscriber of another operator with this IMSI. */
    async function aForeignSubscriber(imsi: string) {
      foreignNumbers += 1;
      const foreign = {
        imsi,
        msisdn: `+3519100${String(foreignNumbers).padStart(5, '0')}`,
        serviceState: 'active',
      } as const;
      await system.network.load([foreign]);
      return { isUntouched: async () => expect(await system.network.subscriber(imsi)).toEqual(foreign) };
    }

    async function aCreation(fault?: Parameters<System['network']['injectFault']>[0]) {
      const { id: holderId } = await aHolder(system.db, { brokerId: system.broker.id });
      const numbers = await aPool(system.db, { brokerId: system.broker.id, count: 1 });
      const { poolId, imsis } = await aSimPool(1);
      const foreign = await aForeignSubscriber(imsis[0] as string);
      if (fault)
        await system.network.injectFault({ ...fault, match: { imsi: imsis[0] as string, operation: 'create' } });
      const response = await system.client.send('POST', '/lines', {
        body: { customerId: holderId, msisdn: { poolId: numbers.id }, sim: { poolId }, activate: true },
      });
      expect(response.status).toBe(202);
      const orderId = readOrderId(response);
      await system.waitForOrder(orderId, 'FAILED');
      return { orderId, lineId: (JSON.parse(response.text) as { id: string }).id, foreign };
    }

    it('is unchanged when a refused creation is rolled back', async () => {
      const { orderId, foreign } = await aCreation();
      await system.client.requestOrderAction(orderId, 'rollback');
      await system.waitForOrder(orderId, 'ROLLED_BACK');
      expect(await stepsOf(orderId)).toEqual(['SKIPPED', 'SKIPPED']);
      await foreign.isUntouched();
      await system.waitUntilSettled();
    });

    it('is unchanged when a line is deleted whose creation was refused', async () => {
      const { lineId, foreign } = await aCreation();
      const deletion = await system.client.placeOrder('delete', lineId);
      await system.waitForOrder(deletion, 'COMPLETED');
      expect(await stepsOf(deletion)).toEqual(['SKIPPED', 'SUCCESS']);
      await foreign.isUntouched();
      await system.waitUntilSettled();
    });

    it('is unchanged when a creation with an unknown outcome is rolled back', async () => {
      const { orderId, foreign } = await aCreation({ fault: 'error-after', times: 2 });
      await system.client.requestOrderAction(orderId, 'rollback');
      await system.waitForOrder(orderId, 'ROLLED_BACK');
      expect(await stepsOf(orderId)).toEqual(['ROLLED_BACK', 'SKIPPED']);
      await foreign.isUntouched();
    });

    it('is unchanged when a line is deleted whose creation has an unknown outcome', async () => {
      const { lineId, foreign } = await aCreation({ fault: 'error-before', times: 2 });
      const deletion = await system.client.placeOrder('delete', lineId);
      await system.waitForOrder(deletion, 'COMPLETED');
      expect(await stepsOf(deletion)).toEqual(['SUCCESS', 'SUCCESS']);
      await foreign.isUntouched();
    });

    it('is unchanged when the refused creation is skipped and the line is blocked or gets another number', async () => {
      const { orderId, lineId, foreign } = await aCreation();
      const operator = lineworkClient(system.api.url, system.operatorKey);
      expect(
        (await operator.send('POST', `/orders/${orderId}/steps/${orderId}-1/skip`, { body: { reason: 'any' } })).status,
      ).toBe(202);
      await system.waitForOrder(orderId, 'COMPLETED');
      const pool = await aPool(system.db, { brokerId: system.broker.id, count: 1 });
      const changes = [
        ['block', {}],
        ['number-change', { msisdn: { poolId: pool.id } }],
      ] as const;
      for (const [change, body] of changes) {
        const order = readOrderId(await system.client.send('POST', `/lines/${lineId}/${change}`, { body }));
        await waitUntil('the order has ended', async () =>
          ['FAILED', 'ROLLED_BACK'].includes((await system.client.order(order)).status),
        );
        expect((await system.client.order(order)).steps[0]?.error).toMatchObject({ code: 'foreign-subscriber' });
        await foreign.isUntouched();
        if ((await system.client.order(order)).status === 'FAILED')
          await system.client.requestOrderAction(order, 'rollback');
        await system.waitForOrder(order, 'ROLLED_BACK');
      }
    });

    it.each([0, 1])(
      'is unchanged, like the line, when the line changes to a SIM with the same IMSI (lost responses: %i)',
      async (times) => {
        const [line] = await system.lines(1);
        if (!line) throw new Error('There is no line.');
        const { poolId, imsis } = await aSimPool(1);
        const foreign = await aForeignSubscriber(imsis[0] as string);
        const ours = await system.network.subscriber(line.imsi);
        if (times > 0) await system.network.injectFault({ fault: 'error-after', times, match: { imsi: line.imsi } });
        const orderId = readOrderId(
          await system.client.send('POST', `/lines/${line.id}/sim-swap`, { body: { sim: { poolId } } }),
        );
        await system.waitForOrder(orderId, 'ROLLED_BACK');
        expect(await stepsOf(orderId)).toEqual([times > 0 ? 'ROLLED_BACK' : 'SKIPPED', 'SKIPPED']);
        await foreign.isUntouched();
        expect(await system.network.subscriber(line.imsi)).toEqual(ours);
      },
    );
  },
);

describe('a network that ignores idempotency keys', () => {
  beforeAll(() => system.network.setKeys('ignored'));

  it('creates a line once although the responses are lost, and deletes it', async () => {
    const { id: holderId } = await aHolder(system.db, { brokerId: system.broker.id });
    const [numbers, sims] = [
      await aPool(system.db, { brokerId: system.broker.id, count: 1 }),
      await aPool(system.db, { brokerId: system.broker.id, type: 'SIM', count: 1 }),
    ];
    await system.network.injectFault({ fault: 'drop-after', times: 2, match: { operation: 'create' } });
    const response = await system.client.send('POST', '/lines', {
      body: { customerId: holderId, msisdn: { poolId: numbers.id }, sim: { poolId: sims.id }, activate: true },
    });
    const orderId = readOrderId(response);
    await system.waitForOrder(orderId, 'COMPLETED');
    const { id, msisdn } = JSON.parse(response.text) as { id: string; msisdn: string };
    expect(await system.network.subscribers({ msisdn })).toMatchObject([{ msisdn, serviceState: 'active' }]);
    const deletion = await system.client.placeOrder('delete', id);
    await system.waitForOrder(deletion, 'COMPLETED');
    expect(await system.network.subscribers({ msisdn })).toEqual([]);
  });
});
