import { networkSimulatorClient } from '@linework/testing/simulators/network-simulator-client';
import {
  type RunningNetworkSimulator,
  startNetworkSimulator,
} from '@linework/testing/simulators/start-network-simulator';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aLoadedSubscriber, aSubscriber } from './a-subscriber.ts';
import { sendRequest } from './send-request.ts';

let simulator: RunningNetworkSimulator;
let client: ReturnType<typeof networkSimulatorClient>;
beforeAll(async () => {
  simulator = await startNetworkSimulator();
  client = networkSimulatorClient(simulator.url);
});
afterEach(() => client.clearFaults());
afterAll(() => simulator.stop());

const suspend = (imsi: string, key = `${crypto.randomUUID()}:execute`) =>
  sendRequest(simulator, 'PUT', `/subscribers/${imsi}/service-state`, { key, body: { serviceState: 'suspended' } });
const stateOf = async (imsi: string) => (await client.subscriber(imsi))?.serviceState;

describe('an injected fault', () => {
  it('returns 503 before the call takes effect, as often as requested', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    const fault = await client.injectFault({ fault: 'error-before', match: { imsi }, times: 2 });
    expect((await suspend(imsi)).status).toBe(503);
    expect((await suspend(imsi)).status).toBe(503);
    expect(await stateOf(imsi)).toBe('active');
    expect((await suspend(imsi)).status).toBe(200);
    expect(await client.fault(fault)).toMatchObject({ struck: 2 });
  });

  it('returns 503 after the call took effect, and the repetition is a replay', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    await client.injectFault({ fault: 'error-after', match: { imsi } });
    expect((await suspend(imsi, 'lost:execute')).status).toBe(503);
    expect(await stateOf(imsi)).toBe('suspended');
    expect(await suspend(imsi, 'lost:execute')).toMatchObject({ status: 200, replayed: true });
    expect(await client.requestLog({ imsi })).toHaveLength(1);
  });

  it('drops the response after the call took effect', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    await client.injectFault({ fault: 'drop-after', match: { imsi } });
    await expect(suspend(imsi)).rejects.toThrow('fetch failed');
    expect(await stateOf(imsi)).toBe('suspended');
  });

  it('rejects permanently with the chosen code', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    await client.injectFault({ fault: 'refuse', code: 'sim-locked', match: { imsi }, times: 'always' });
    expect(await suspend(imsi)).toMatchObject({ status: 422, body: { code: 'sim-locked' } });
    expect(await suspend(imsi)).toMatchObject({ status: 422, body: { code: 'sim-locked' } });
    expect(await stateOf(imsi)).toBe('active');
  });

  it('makes the whole network unreachable until it is removed', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    const away = await client.injectFault({ fault: 'unavailable' });
    await expect(suspend(imsi)).rejects.toThrow('fetch failed');
    await expect(sendRequest(simulator, 'GET', `/subscribers/${imsi}`)).rejects.toThrow('fetch failed');
    await client.removeFault(away);
    expect((await suspend(imsi)).status).toBe(200);
  });

  it('makes the network unreachable for some time', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    await client.injectFault({ fault: 'unavailable', ms: 3_000 });
    await expect(suspend(imsi)).rejects.toThrow('fetch failed');
    await expect.poll(() => suspend(imsi).catch(() => undefined)).toMatchObject({ status: 200 });
  });

  it('executes a slow call', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    await client.injectFault({ fault: 'slow', ms: 150, match: { imsi } });
    const began = performance.now();
    expect((await suspend(imsi)).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(140);
  });

  it.each([
    ['before', 'active'],
    ['after', 'suspended'],
  ] as const)('holds a call %s it takes effect until it is released', async (when, stateMeanwhile) => {
    const { imsi } = await aLoadedSubscriber(client);
    const hold = await client.injectFault({ fault: 'hold', when, match: { imsi } });
    const held = suspend(imsi);
    await client.waitForFault(hold);
    expect(await stateOf(imsi)).toBe(stateMeanwhile);
    expect(await client.releaseFault(hold)).toBe(1);
    expect((await held).status).toBe(200);
    expect(await client.fault(hold)).toMatchObject({ struck: 1, holding: 0 });
  });

  it('releases held calls when it is removed', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    const hold = await client.injectFault({ fault: 'hold', match: { imsi } });
    const held = suspend(imsi);
    await client.waitForFault(hold);
    await client.clearFaults();
    expect((await held).status).toBe(200);
  });

  it('executes a held call late, even if its caller has disconnected', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    const hold = await client.injectFault({ fault: 'hold', match: { imsi } });
    const controller = new AbortController();
    const call = fetch(`${simulator.url}/subscribers/${imsi}`, {
      method: 'DELETE',
      headers: { 'Idempotency-Key': 'late:execute' },
      signal: controller.signal,
    });
    await client.waitForFault(hold);
    controller.abort();
    await expect(call).rejects.toThrow('abort');
    expect(await client.subscriber(imsi)).toBeDefined();
    await client.releaseFault(hold);
    await expect.poll(() => client.subscriber(imsi)).toBeUndefined();
  });
});

describe('the match of a fault', () => {
  const refuse = { fault: 'refuse', times: 'always' } as const;

  it.each([
    ['operation', { operation: 'delete' }],
    ['IMSI', { imsi: '0000' }],
    ['number', { msisdn: '0000' }],
    ['key', { keySuffix: 'undo' }],
  ] as const)('ignores a call of another %s', async (_what, match) => {
    const subscriber = aSubscriber({ imsi: '724055555555555', msisdn: '5511955555555' });
    await client.load([subscriber]);
    const fault = await client.injectFault({ ...refuse, match });
    expect((await suspend(subscriber.imsi)).status).toBe(200);
    expect(await client.fault(fault)).toMatchObject({ struck: 0 });
  });

  it('finds a call by the last digits of the old or new number of the subscriber', async () => {
    const { imsi, msisdn } = await aLoadedSubscriber(client);
    await client.injectFault({ ...refuse, match: { msisdn: msisdn.slice(-6) } });
    expect((await suspend(imsi)).status).toBe(422);
    const create = { key: 'wanted:execute', body: aSubscriber({ msisdn: `5500${msisdn.slice(-6)}` }) };
    expect((await sendRequest(simulator, 'POST', '/subscribers', create)).status).toBe(422);
  });

  it('matches a read only by its name', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    await client.injectFault({ fault: 'error-before', times: 'always' });
    expect((await sendRequest(simulator, 'GET', `/subscribers/${imsi}`)).status).toBe(200);
    await client.clearFaults();
    await client.injectFault({ fault: 'error-before', match: { operation: 'find' } });
    expect((await sendRequest(simulator, 'GET', `/subscribers/${imsi}`)).status).toBe(503);
  });

  it('triggers one fault for each call: the oldest that matches', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    await client.injectFault({ fault: 'error-before', match: { imsi } });
    await client.injectFault({ fault: 'refuse', match: { imsi } });
    expect((await suspend(imsi)).status).toBe(503);
    expect((await suspend(imsi)).status).toBe(422);
    expect((await suspend(imsi)).status).toBe(200);
  });
});

describe('injecting a fault', () => {
  it.each([
    {},
    { fault: 'flood' },
    { fault: 'slow' },
    { fault: 'refuse', times: 0 },
    { fault: 'hold', match: { colour: 'red' } },
  ])('is rejected when it is invalid: %j', async (body) => {
    expect(await sendRequest(simulator, 'POST', '/faults', { body })).toMatchObject({
      status: 400,
      body: { code: 'bad-request' },
    });
  });

  it('is rejected for a fault that does not exist', async () => {
    expect(await sendRequest(simulator, 'POST', '/faults/none/release')).toMatchObject({
      status: 404,
      body: { code: 'unknown-fault' },
    });
  });

  it('is explained at the root path', async () => {
    const manual = await (await fetch(simulator.url)).text();
    expect(manual).toContain(`curl '${simulator.url}/faults'`);
  });
});
