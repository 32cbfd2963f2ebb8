import { networkSimulatorClient } from '@linework/testing/simulators/network-simulator-client';
import {
  type RunningNetworkSimulator,
  startNetworkSimulator,
} from '@linework/testing/simulators/start-network-simulator';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aLoadedSubscriber } from './a-subscriber.ts';
import { sendRequest } from './send-request.ts';

let simulator: RunningNetworkSimulator;
let client: ReturnType<typeof networkSimulatorClient>;
beforeAll(async () => {
  simulator = await startNetworkSimulator();
  client = networkSimulatorClient(simulator.url);
});
afterEach(() => client.clearFaults());
afterAll(() => simulator.stop());

const suspend = (imsi: string, key: string) =>
  sendRequest(simulator, 'PUT', `/subscribers/${imsi}/service-state`, { key, body: { serviceState: 'suspended' } });
const stateOf = async (imsi: string) => (await client.subscriber(imsi))?.serviceState;
const poll = (operation: string) => sendRequest(simulator, 'GET', `/operations/${operation}`);
const operationOf = ({ body }: { readonly body: unknown }) => (body as { readonly operation: string }).operation;

describe('a call that the simulator accepts', () => {
  it('returns 202 with when to poll and the deadline, and changes nothing yet', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    await client.injectFault({ fault: 'later', ms: 3_600_000, deadlineMs: 60_000, match: { imsi } });
    const accepted = await suspend(imsi, 'accepted-1:execute');
    expect(accepted).toMatchObject({
      status: 202,
      body: { operation: expect.any(String), pollInMs: 30_000, deadlineMs: 60_000 },
    });
    expect(await poll(operationOf(accepted))).toMatchObject({ status: 202, body: accepted.body });
    expect(await stateOf(imsi)).toBe('active');
  });

  it('takes effect later, once', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    await client.injectFault({ fault: 'later', ms: 50, match: { imsi } });
    const operation = operationOf(await suspend(imsi, 'accepted-2:execute'));
    await expect.poll(() => poll(operation)).toMatchObject({ status: 200, body: { key: 'accepted-2:execute' } });
    expect(await stateOf(imsi)).toBe('suspended');
    expect(await suspend(imsi, 'accepted-2:execute')).toMatchObject({ status: 200, replayed: true });
    expect(await client.requestLog({ key: 'accepted-2:execute' })).toHaveLength(1);
  });

  it('is the same operation when it is repeated under its key before the deadline', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    await client.injectFault({ fault: 'later', ms: 3_600_000, match: { imsi }, times: 'always' });
    const operation = operationOf(await suspend(imsi, 'accepted-3:execute'));
    expect(operationOf(await suspend(imsi, 'accepted-3:execute'))).toBe(operation);
  });

  it('is executed anew when it is repeated after the deadline', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    await client.injectFault({ fault: 'later', ms: 3_600_000, deadlineMs: 0, match: { imsi } });
    await suspend(imsi, 'accepted-4:execute');
    expect((await suspend(imsi, 'accepted-4:execute')).status).toBe(200);
    expect(await stateOf(imsi)).toBe('suspended');
  });

  it('may be rejected later, because the register has changed', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    await client.injectFault({ fault: 'later', ms: 200, match: { imsi } });
    const operation = operationOf(await suspend(imsi, 'accepted-5:execute'));
    await sendRequest(simulator, 'DELETE', `/subscribers/${imsi}`, { key: 'delete-5:execute' });
    await expect.poll(() => poll(operation)).toMatchObject({ status: 404, body: { code: 'unknown-subscriber' } });
  });

  it('is executed once for each call by a network without keys', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    await sendRequest(simulator, 'PUT', '/keys', { body: { keys: 'ignored' } });
    await client.injectFault({ fault: 'later', ms: 50, match: { imsi }, times: 2 });
    const operations = [
      operationOf(await suspend(imsi, 'accepted-6:execute')),
      operationOf(await suspend(imsi, 'accepted-6:execute')),
    ];
    expect(new Set(operations).size).toBe(2);
    await expect.poll(() => client.requestLog({ key: 'accepted-6:execute' })).toHaveLength(2);
    await sendRequest(simulator, 'PUT', '/keys', { body: { keys: 'known' } });
  });

  it('cannot be polled while the network is unavailable', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    await client.injectFault({ fault: 'later', ms: 3_600_000, match: { imsi } });
    const operation = operationOf(await suspend(imsi, 'accepted-7:execute'));
    await client.injectFault({ fault: 'unavailable', times: 'always' });
    await expect(poll(operation)).rejects.toThrow();
  });

  it('is unknown under another id', async () => {
    expect(await poll('none')).toMatchObject({ status: 404, body: { code: 'unknown-operation' } });
  });
});
