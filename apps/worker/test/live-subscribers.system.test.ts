import { aHolder } from '@linework/testing/a-holder';
import { aPool } from '@linework/testing/a-pool';
import { lineworkClient, readOrderId } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { testRedisUrl } from '@linework/testing/servers/test-redis-url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

let system: System;
beforeAll(async () => {
  system = await startSystem({ redisUrl: await testRedisUrl() });
});
afterAll(() => system?.close());

/** The subscriber of the first case, as the network has it; the tests after it get the next numbers. */
const firstSubscriber = { imsi: 724990000000041n, msisdn: 5511900004001n };
let subscribers = 0n;

type State = 'standby' | 'active' | 'suspended';

/** A number and a SIM that a new line can take. With a state, the network has their subscriber before any order. */
async function aNumberAndSim(serviceState?: State) {
  const [imsi, msisdn] = [String(firstSubscriber.imsi + subscribers), `+${firstSubscriber.msisdn + subscribers}`];
  subscribers += 1n;
  const brokerId = system.broker.id;
  const [numbers, sims] = [
    await aPool(system.db, { brokerId, codes: [msisdn] }),
    await aPool(system.db, { brokerId, type: 'SIM', count: 1, attributes: [{ imsi }] }),
  ];
  if (serviceState) await system.network.load([{ imsi, msisdn, serviceState }]);
  const { id: customerId } = await aHolder(system.db, { brokerId });
  const found = async () => (await system.network.subscriber(imsi))?.serviceState;
  return { imsi, msisdn, found, body: { customerId, msisdn: { poolId: numbers.id }, sim: { poolId: sims.id } } };
}

async function createLine(body: object) {
  const response = await system.client.send('POST', '/lines', { body });
  expect(response.status, response.text).toBe(202);
  return { orderId: readOrderId(response), lineId: (JSON.parse(response.text) as { id: string }).id };
}

const stepsOf = async (orderId: string) => (await system.client.order(orderId)).steps.map(({ status }) => status);
const operator = () => lineworkClient(system.api.url, system.operatorKey);

/**
 * Creates a line and cancels the order while the first call that gets its answer is on its way. The call has taken
 * effect by then.
 */
async function createAndCancel(imsi: string, body: object): Promise<void> {
  const hold = await system.network.injectFault({
    fault: 'hold',
    when: 'after',
    match: { imsi, keySuffix: 'execute' },
  });
  const { orderId } = await createLine({ ...body, activate: true });
  await system.network.waitForFault(hold);
  await system.client.requestOrderAction(orderId, 'cancel');
  await system.network.releaseFault(hold);
  await system.waitForOrder(orderId, 'CANCELLED');
  expect(await stepsOf(orderId)).toEqual(['ROLLED_BACK', 'SKIPPED']);
}

// The tests with known keys come first: the invariants of the network's request log do not hold after it has ignored
// some.
describe.each(['known', 'ignored'] as const)(
  'a subscriber that the network, whose idempotency keys are %s, has before its line',
  (keys) => {
    beforeAll(async () => {
      await system.network.setKeys(keys);
      await system.startWorker({ STEP_TIMEOUT_MS: '5000', LEASE_MS: '10000' });
    });
    afterEach(() => system.network.clearFaults());

    it('is still in service when a line is created without `activate`, and the order says what was found', async () => {
      const { body, found } = await aNumberAndSim('active');
      const { orderId } = await createLine(body);
      await system.waitForOrder(orderId, 'FAILED');
      const { steps } = await system.client.order(orderId);
      expect(steps[0]?.error).toMatchObject({
        code: 'subscriber-in-service',
        detail: expect.stringContaining('{"activate": true}'),
      });
      expect(await found()).toBe('active');
    });

    it('is taken over as it is when the refused order is retried with `activate: true`', async () => {
      const { body, found } = await aNumberAndSim('active');
      const { orderId } = await createLine(body);
      await system.waitForOrder(orderId, 'FAILED');
      await operator().send('POST', `/orders/${orderId}/retry`, { body: { input: { activate: true } } });
      await system.waitForOrder(orderId, 'COMPLETED');
      expect(await found()).toBe('active');
    });

    it('is taken out of service when the caller says `activate: false`', async () => {
      const { body, found } = await aNumberAndSim('active');
      const { orderId } = await createLine({ ...body, activate: false });
      await system.waitForOrder(orderId, 'COMPLETED');
      expect(await found()).toBe('standby');
    });

    it.each(['active', 'suspended', 'standby'] as const)(
      'is %s again after the order was cancelled that took it over',
      async (state) => {
        const { body, found, imsi } = await aNumberAndSim(state);
        await createAndCancel(imsi, body);
        expect(await found()).toBe(state);
      },
    );

    it('is as it was found when the answer to the first call was lost and the order is cancelled', async () => {
      const { body, found, imsi } = await aNumberAndSim('suspended');
      await system.network.injectFault({ fault: 'drop-after', match: { imsi, keySuffix: 'execute' } });
      await createAndCancel(imsi, body);
      expect(await found()).toBe('suspended');
    });

    it('is as it was found when the line is deleted whose order did not take it over to its end', async () => {
      const { body, found, imsi } = await aNumberAndSim('suspended');
      await system.network.injectFault({ fault: 'error-after', match: { imsi, keySuffix: 'execute' } });
      await system.network.injectFault({
        fault: 'refuse',
        code: 'refused',
        match: { imsi, keySuffix: 'execute' },
        times: 1,
      });
      const { orderId, lineId } = await createLine({ ...body, activate: true });
      await system.waitForOrder(orderId, 'FAILED');
      await system.waitForOrder(await system.client.placeOrder('delete', lineId), 'COMPLETED');
      expect(await found()).toBe('suspended');
    });

    it('does not exist any more if the order created it, the answer was lost, and the order is cancelled', async () => {
      const { body, found, imsi } = await aNumberAndSim();
      await system.network.injectFault({ fault: 'drop-after', match: { imsi, operation: 'create' } });
      await createAndCancel(imsi, body);
      expect(await found()).toBeUndefined();
    });
  },
);
