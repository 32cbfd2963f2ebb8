import { networkSimulatorClient } from '@linework/testing/simulators/network-simulator-client';
import {
  type RunningNetworkSimulator,
  startNetworkSimulator,
} from '@linework/testing/simulators/start-network-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aSubscriber } from './a-subscriber.ts';
import { sendRequest } from './send-request.ts';

let simulator: RunningNetworkSimulator;
let client: ReturnType<typeof networkSimulatorClient>;
beforeAll(async () => {
  simulator = await startNetworkSimulator();
  client = networkSimulatorClient(simulator.url);
});
afterAll(() => simulator.stop());

/** A loaded subscriber and a step that suspends it, with its undo. */
async function aSuspension() {
  const subscriber = aSubscriber();
  await client.load([subscriber]);
  const step = crypto.randomUUID();
  const path = `/subscribers/${subscriber.imsi}/service-state`;
  const execute = { key: `${step}:execute`, body: { serviceState: 'suspended' } };
  const undo = { key: `${step}:undo`, undoes: execute.key, body: { serviceState: 'active' } };
  return {
    subscriber,
    execute,
    undo,
    suspend: () => sendRequest(simulator, 'PUT', path, execute),
    takeBack: () => sendRequest(simulator, 'PUT', path, undo),
    state: async () => (await client.subscriber(subscriber.imsi))?.serviceState,
  };
}

describe('a call with an idempotency key', () => {
  it('executes once, and a repetition gets the first response', async () => {
    const { subscriber, execute, suspend, takeBack, state } = await aSuspension();
    const first = await suspend();
    await takeBack();
    const repeat = await suspend();
    expect(first.replayed).toBe(false);
    expect(repeat).toEqual({ ...first, replayed: true });
    expect(await state()).toBe('active');
    expect(await client.requestLog({ imsi: subscriber.imsi })).toHaveLength(2);
    expect(await client.calls(execute.key)).toBe(2);
  });

  it('executes once for fifty concurrent calls', async () => {
    const { execute, suspend } = await aSuspension();
    const answers = await Promise.all(Array.from({ length: 50 }, suspend));
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await client.requestLog({ key: execute.key })).toHaveLength(1);
    expect(await client.calls(execute.key)).toBe(50);
  });

  it('is rejected when its key was used for another request', async () => {
    const { subscriber, execute, suspend, state } = await aSuspension();
    await suspend();
    const other = { key: execute.key, body: { serviceState: 'standby' } };
    const answer = await sendRequest(simulator, 'PUT', `/subscribers/${subscriber.imsi}/service-state`, other);
    expect(answer).toMatchObject({ status: 422, body: { code: 'key-reused' } });
    expect(await state()).toBe('suspended');
  });

  it('may succeed after it was rejected', async () => {
    const { imsi } = aSubscriber();
    const suspend = () =>
      sendRequest(simulator, 'PUT', `/subscribers/${imsi}/service-state`, {
        key: 'again:execute',
        body: { serviceState: 'suspended' },
      });
    expect(await suspend()).toMatchObject({ status: 404 });
    await client.load([aSubscriber({ imsi })]);
    expect(await suspend()).toMatchObject({ status: 200, replayed: false });
  });

  it('requires its key', async () => {
    const { imsi } = aSubscriber();
    expect(await sendRequest(simulator, 'DELETE', `/subscribers/${imsi}`)).toMatchObject({
      status: 400,
      body: { code: 'bad-request' },
    });
    const undoOfItself = { key: 'self:undo', undoes: 'self:undo' };
    expect(await sendRequest(simulator, 'DELETE', `/subscribers/${imsi}`, undoOfItself)).toMatchObject({ status: 400 });
  });
});

describe('an undo', () => {
  it('reverts its call', async () => {
    const { undo, suspend, takeBack, state } = await aSuspension();
    await suspend();
    expect(await takeBack()).toMatchObject({ status: 200, body: { undoes: [undo.undoes] } });
    expect(await state()).toBe('active');
  });

  it('permanently blocks a call that arrives after it', async () => {
    const { execute, suspend, takeBack, state } = await aSuspension();
    await takeBack();
    for (const _again of [1, 2]) expect(await suspend()).toMatchObject({ status: 409, body: { code: 'undone' } });
    expect(await state()).toBe('active');
    expect(await client.requestLog({ key: execute.key })).toEqual([]);
  });

  it('blocks a call that is held inside the network', async () => {
    const { subscriber, suspend, takeBack, state } = await aSuspension();
    const hold = await client.injectFault({ fault: 'hold', match: { imsi: subscriber.imsi, keySuffix: 'execute' } });
    const frozen = suspend();
    await client.waitForFault(hold);
    expect(await takeBack()).toMatchObject({ status: 200 });
    expect(await client.releaseFault(hold)).toBe(1);
    expect(await frozen).toMatchObject({ status: 409, body: { code: 'undone' } });
    expect(await state()).toBe('active');
  });

  it('does not revert a state that its call did not cause', async () => {
    const other = aSubscriber();
    await client.load([other]);
    const create = { key: 'namesake:execute', body: { ...other, msisdn: '5511777770001' } };
    expect(await sendRequest(simulator, 'POST', '/subscribers', create)).toMatchObject({ status: 409 });
    const undo = await sendRequest(simulator, 'DELETE', `/subscribers/${other.imsi}`, {
      key: 'namesake:undo',
      undoes: create.key,
    });
    expect(undo).toMatchObject({ status: 200, body: { before: other, after: other } });
    expect(await client.subscriber(other.imsi)).toEqual(other);
  });
});

describe('a key', () => {
  it('is rejected with another request, even if the first was rejected too', async () => {
    const existing = aSubscriber();
    await client.load([existing]);
    const key = 'compared:execute';
    expect(
      await sendRequest(simulator, 'POST', '/subscribers', { key, body: { ...existing, msisdn: '5511777770002' } }),
    ).toMatchObject({ status: 409 });
    const other = await sendRequest(simulator, 'POST', '/subscribers', { key, body: aSubscriber() });
    expect(other).toMatchObject({ status: 422, body: { code: 'key-reused' } });
  });

  it('can be blocked together with others by one undo', async () => {
    const { subscriber, state } = await aSuspension();
    const path = `/subscribers/${subscriber.imsi}/service-state`;
    await sendRequest(simulator, 'PUT', path, {
      key: 'many:undo',
      undoes: 'many:execute, many:1:execute',
      body: { serviceState: 'active' },
    });
    for (const key of ['many:execute', 'many:1:execute']) {
      expect(await sendRequest(simulator, 'PUT', path, { key, body: { serviceState: 'suspended' } })).toMatchObject({
        status: 409,
        body: { code: 'undone' },
      });
    }
    expect(await state()).toBe('active');
  });
});

describe('a network that ignores keys', () => {
  beforeAll(() => client.setKeys('ignored'));
  afterAll(() => client.setKeys('known'));

  it('executes every call that arrives, also late ones', async () => {
    const { execute, suspend, takeBack, state } = await aSuspension();
    await takeBack();
    for (const _again of [1, 2]) expect(await suspend()).toMatchObject({ status: 200, replayed: false });
    expect(await state()).toBe('suspended');
    expect(await client.requestLog({ key: execute.key })).toHaveLength(2);
  });

  it('rejects a second create of a subscriber with any key', async () => {
    const create = { key: 'again:execute', body: aSubscriber() };
    expect(await sendRequest(simulator, 'POST', '/subscribers', create)).toMatchObject({ status: 200 });
    expect(await sendRequest(simulator, 'POST', '/subscribers', create)).toMatchObject({
      status: 409,
      body: { code: 'imsi-exists' },
    });
  });
});
