import { networkSimulatorClient } from '@linework/testing/simulators/network-simulator-client';
import {
  type RunningNetworkSimulator,
  startNetworkSimulator,
} from '@linework/testing/simulators/start-network-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aLoadedSubscriber, aSubscriber } from './a-subscriber.ts';
import { sendRequest } from './send-request.ts';

let simulator: RunningNetworkSimulator;
let client: ReturnType<typeof networkSimulatorClient>;
beforeAll(async () => {
  simulator = await startNetworkSimulator();
  client = networkSimulatorClient(simulator.url);
});
afterAll(() => simulator.stop());

describe('the register', () => {
  it('stores a subscriber and returns it', async () => {
    const subscriber = aSubscriber({ serviceState: 'standby' });
    const created = await sendRequest(simulator, 'POST', '/subscribers', { key: 'create:execute', body: subscriber });
    expect(created).toMatchObject({ status: 200, body: { operation: 'create', before: null, after: subscriber } });
    expect(await sendRequest(simulator, 'GET', `/subscribers/${subscriber.imsi}`)).toMatchObject({
      status: 200,
      body: subscriber,
    });
  });

  it.each([
    ['service-state', { serviceState: 'suspended' }, { serviceState: 'suspended' }],
    ['msisdn', { msisdn: '5511888880001' }, { msisdn: '5511888880001' }],
    ['imsi', { imsi: '724019999990001' }, { imsi: '724019999990001' }],
  ])('changes only the %s', async (member, body, changed) => {
    const subscriber = await aLoadedSubscriber(client);
    const answer = await sendRequest(simulator, 'PUT', `/subscribers/${subscriber.imsi}/${member}`, {
      key: `${member}:execute`,
      body,
    });
    expect(answer).toMatchObject({ status: 200, body: { before: subscriber, after: { ...subscriber, ...changed } } });
    expect(await client.subscribers({ imsi: subscriber.imsi })).toHaveLength(member === 'imsi' ? 0 : 1);
  });

  it('allows the number of a deleted subscriber for a new one', async () => {
    const deleted = await aLoadedSubscriber(client);
    await sendRequest(simulator, 'DELETE', `/subscribers/${deleted.imsi}`, { key: 'gone:execute' });
    expect(await client.subscriber(deleted.imsi)).toBeUndefined();
    const next = aSubscriber({ msisdn: deleted.msisdn });
    expect(await sendRequest(simulator, 'POST', '/subscribers', { key: 'next:execute', body: next })).toMatchObject({
      status: 200,
    });
  });

  it('removes many at once without a call', async () => {
    const [one, other] = [await aLoadedSubscriber(client), await aLoadedSubscriber(client)];
    const before = (await client.requestLog()).length;
    expect(await client.remove([one.imsi, '724010000009998'])).toBe(1);
    expect(await client.subscriber(one.imsi)).toBeUndefined();
    expect(await client.subscriber(other.imsi)).toEqual(other);
    expect(await client.requestLog()).toHaveLength(before);
    await client.load([aSubscriber({ msisdn: one.msisdn })]);
  });

  it('counts a change without difference as an effect', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    await sendRequest(simulator, 'PUT', `/subscribers/${imsi}/service-state`, {
      key: 'same:execute',
      body: { serviceState: 'active' },
    });
    await sendRequest(simulator, 'DELETE', '/subscribers/724010000009999', { key: 'nobody:execute' });
    const [same] = await client.requestLog({ key: 'same:execute' });
    const [unchanged] = await client.requestLog({ key: 'nobody:execute' });
    expect(same?.after).toEqual(same?.before);
    expect(unchanged).toMatchObject({ before: null, after: null });
  });

  it('rejects impossible changes with a code and without a change', async () => {
    const [one, other, unknown] = [await aLoadedSubscriber(client), await aLoadedSubscriber(client), aSubscriber()];
    const rejections = [
      ['PUT', `/subscribers/${unknown.imsi}/service-state`, { serviceState: 'active' }, 404, 'unknown-subscriber'],
      ['POST', '/subscribers', { ...unknown, imsi: one.imsi }, 409, 'imsi-exists'],
      ['POST', '/subscribers', { ...unknown, msisdn: one.msisdn }, 409, 'msisdn-taken'],
      ['PUT', `/subscribers/${one.imsi}/msisdn`, { msisdn: other.msisdn }, 409, 'msisdn-taken'],
      ['PUT', `/subscribers/${one.imsi}/imsi`, { imsi: other.imsi }, 409, 'imsi-exists'],
      ['PUT', `/subscribers/${one.imsi}/imsi`, { imsi: 'x' }, 400, 'bad-request'],
      ['POST', '/subscribers', { ...unknown, surprise: 1 }, 400, 'bad-request'],
    ] as const;
    for (const [at, [method, path, body, status, code]] of rejections.entries()) {
      const key = `refused-${at}:execute`;
      expect(await sendRequest(simulator, method, path, { key, body })).toMatchObject({ status, body: { code } });
      expect(await client.requestLog({ key })).toEqual([]);
    }
    expect(await client.subscriber(one.imsi)).toEqual(one);
    expect(await sendRequest(simulator, 'GET', `/subscribers/${unknown.imsi}`)).toMatchObject({
      status: 404,
      body: { code: 'unknown-subscriber' },
    });
  });

  it('does not contain a number in a rejection', async () => {
    const [one, other] = [await aLoadedSubscriber(client), await aLoadedSubscriber(client)];
    const path = `/subscribers/${one.imsi}/msisdn`;
    const rejected = await sendRequest(simulator, 'PUT', path, {
      key: 'quiet:execute',
      body: { msisdn: other.msisdn },
    });
    const headers = { 'Idempotency-Key': 'quiet:execute', 'Content-Type': 'application/json' };
    const broken = await fetch(new URL(path, simulator.url), {
      method: 'PUT',
      headers,
      body: `{"msisdn":${other.msisdn}x}`,
    });
    expect(broken.status).toBe(400);
    expect(JSON.stringify(rejected.body) + (await broken.text())).not.toMatch(/\d{5}/);
  });

  it('loads all subscribers of a request, replacing known ones, or none of them', async () => {
    const [one, other, third] = [
      await aLoadedSubscriber(client),
      await aLoadedSubscriber(client),
      await aLoadedSubscriber(client),
    ];
    const swapped = [
      { ...one, msisdn: other.msisdn },
      { ...other, msisdn: one.msisdn },
    ];
    expect(await client.load(swapped)).toEqual({ loaded: 2 });
    expect(await client.subscriber(one.imsi)).toEqual(swapped[0]);
    await expect(client.load([aSubscriber({ imsi: one.imsi }), aSubscriber({ msisdn: third.msisdn })])).rejects.toThrow(
      'msisdn-taken',
    );
    await expect(client.load([one, one])).rejects.toThrow('imsi-exists');
    expect(await client.subscriber(one.imsi)).toEqual(swapped[0]);
  });

  it('pages through the request log', async () => {
    const { imsi } = await aLoadedSubscriber(client);
    for (const state of ['suspended', 'active', 'suspended']) {
      await sendRequest(simulator, 'PUT', `/subscribers/${imsi}/service-state`, {
        key: `page-${crypto.randomUUID()}:execute`,
        body: { serviceState: state },
      });
    }
    const first = await sendRequest(simulator, 'GET', `/ledger?imsi=${imsi}&limit=2`);
    const { items, next } = first.body as { items: { seq: number }[]; next: number };
    expect(items).toHaveLength(2);
    expect(next).toBe(items[1]?.seq);
    const { body: last } = await sendRequest(simulator, 'GET', `/ledger?imsi=${imsi}&limit=2&after=${next}`);
    expect(last).toEqual({ items: [expect.objectContaining({ operation: 'set-service-state' })] });
    expect(await client.requestLog({ imsi })).toHaveLength(3);
  });
});
