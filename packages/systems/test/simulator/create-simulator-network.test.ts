import {
  NoResponseError,
  PermanentError,
  SystemUnavailable,
  TransientError,
} from '@linework/engine/model/system-errors';
import type { Network, NetworkSubscriber } from '@linework/lines/model/systems';
import { findFreePort } from '@linework/local-servers/find-free-port';
import { createLog } from '@linework/log/log';
import { createSimulatorNetwork } from '@linework/systems/simulator/create-simulator-network';
import { takesLong } from '@linework/testing/run/takes-long';
import { networkSimulatorClient } from '@linework/testing/simulators/network-simulator-client';
import {
  type RunningNetworkSimulator,
  startNetworkSimulator,
} from '@linework/testing/simulators/start-network-simulator';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

takesLong('much-work');

let simulator: RunningNetworkSimulator;
let client: ReturnType<typeof networkSimulatorClient>;
let network: Network;
beforeAll(async () => {
  simulator = await startNetworkSimulator();
  client = networkSimulatorClient(simulator.url);
  network = createSimulatorNetwork({ url: simulator.url, timeoutMs: 60_000 });
});
afterEach(() => client.clearFaults());
afterAll(() => simulator.stop());

let last = 0;
async function aLoadedSubscriber(): Promise<NetworkSubscriber> {
  last += 1;
  const digits = String(last).padStart(8, '0');
  const subscriber = { imsi: `7240200${digits}`, msisdn: `55219${digits}`, serviceState: 'active' } as const;
  await client.load([subscriber]);
  return subscriber;
}

const aCall = () => ({ key: `${crypto.randomUUID()}:execute` });
const own = ({ imsi, msisdn }: Pick<NetworkSubscriber, 'imsi' | 'msisdn'>) => ({ imsi, msisdns: [msisdn] });
const catchCode = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: TransientError | PermanentError) => [error.constructor, error.code],
  );

describe('the network through the simulator', () => {
  it('creates, changes, finds and deletes a subscriber', async () => {
    const subscriber = { imsi: '724029999999991', msisdn: '5521999999991', serviceState: 'standby' } as const;
    await network.createSubscriber(aCall(), subscriber);
    expect(await network.findSubscriber(subscriber.imsi)).toEqual(subscriber);
    await network.setServiceState(aCall(), own(subscriber), 'active');
    await network.changeMsisdn(aCall(), own(subscriber), '5521999999992');
    await network.changeImsi(aCall(), subscriber.imsi, '724029999999992');
    expect(await network.findSubscriber('724029999999992')).toEqual({
      imsi: '724029999999992',
      msisdn: '5521999999992',
      serviceState: 'active',
    });
    await network.deleteSubscriber(aCall(), { imsi: '724029999999992', msisdns: ['5521999999992'] });
    expect(await network.findSubscriber('724029999999992')).toBeUndefined();
  });

  it('deletes a subscriber that does not exist', async () => {
    const call = aCall();
    await network.deleteSubscriber(call, { imsi: '724029999999993', msisdns: ['5521999999993'] });
    expect(await client.requestLog(call)).toHaveLength(1);
  });

  it('returns the reference of a change that is made later, and polls it until it is made', async () => {
    const subscriber = await aLoadedSubscriber();
    await client.injectFault({ fault: 'later', ms: 50, deadlineMs: 60_000, match: { imsi: subscriber.imsi } });
    const accepted = await network.setServiceState(aCall(), own(subscriber), 'suspended');
    expect(accepted).toEqual({ accepted: expect.any(String), pollInMs: 25, deadlineMs: 60_000 });
    await expect.poll(() => network.poll?.(accepted?.accepted ?? '')).toBeUndefined();
    expect(await network.findSubscriber(subscriber.imsi)).toMatchObject({ serviceState: 'suspended' });
  });

  it('raises a rejection at the poll of a change that the network does not know', async () => {
    expect(await catchCode(network.poll?.('none') ?? Promise.resolve())).toEqual([PermanentError, 'unknown-operation']);
  });

  it('takes effect once for each key', async () => {
    const subscriber = await aLoadedSubscriber();
    const call = aCall();
    await network.setServiceState(call, own(subscriber), 'suspended');
    await network.setServiceState(call, own(subscriber), 'suspended');
    expect(await client.calls(call.key)).toBe(2);
    expect(await client.requestLog(call)).toHaveLength(1);
  });

  it('rejects a call that was undone before it arrived', async () => {
    const subscriber = await aLoadedSubscriber();
    const call = aCall();
    await network.setServiceState({ key: 'early:undo', undoes: [call.key] }, own(subscriber), 'active');
    expect(await catchCode(network.setServiceState(call, own(subscriber), 'suspended'))).toEqual([
      PermanentError,
      'undone',
    ]);
  });

  it("raises the network's code", async () => {
    const { msisdn } = await aLoadedSubscriber();
    const subscriber = await aLoadedSubscriber();
    expect(
      await catchCode(
        network.setServiceState(aCall(), { imsi: '724029999999994', msisdns: ['5521999999994'] }, 'active'),
      ),
    ).toEqual([PermanentError, 'unknown-subscriber']);
    expect(await catchCode(network.changeMsisdn(aCall(), own(subscriber), msisdn))).toEqual([
      PermanentError,
      'msisdn-taken',
    ]);
  });
});

describe.each(['known', 'ignored'] as const)('the network through the simulator whose keys are %s', (keys) => {
  beforeAll(() => client.setKeys(keys));
  afterAll(() => client.setKeys('known'));

  it('creates a subscriber that an earlier call created, and gives it the state', async () => {
    const subscriber = await aLoadedSubscriber();
    await network.createSubscriber({ ...aCall(), isRepeat: true }, { ...subscriber, serviceState: 'standby' });
    expect(await client.subscriber(subscriber.imsi)).toEqual({ ...subscriber, serviceState: 'standby' });
  });

  it('takes over a subscriber that it has found, and brings it back', async () => {
    const subscriber = await aLoadedSubscriber();
    const found = await network.inspectSubscriber(own(subscriber));
    expect(found).toEqual({ isInService: true, serviceStates: ['active'] });
    const call = aCall();
    await network.createSubscriber(call, { ...subscriber, serviceState: 'standby' }, found);
    expect(await client.subscriber(subscriber.imsi)).toEqual({ ...subscriber, serviceState: 'standby' });
    if (found) await network.restoreSubscriber({ key: `${call.key}:undo`, undoes: [call.key] }, own(subscriber), found);
    expect(await client.subscriber(subscriber.imsi)).toEqual(subscriber);
  });

  it('refuses a first call for a subscriber that has appeared since the inspection, and changes nothing', async () => {
    const subscriber = await aLoadedSubscriber();
    expect(await catchCode(network.createSubscriber(aCall(), { ...subscriber, serviceState: 'standby' }))).toEqual([
      PermanentError,
      'imsi-exists',
    ]);
    expect(await client.subscriber(subscriber.imsi)).toEqual(subscriber);
  });

  it('finds no subscriber of the line where the IMSI is a foreign one, and restores nothing there', async () => {
    const foreign = await aLoadedSubscriber();
    const named = { imsi: foreign.imsi, msisdns: ['5521888888883'] };
    expect(await network.inspectSubscriber(named)).toBeUndefined();
    await network.restoreSubscriber(aCall(), named, { isInService: false, serviceStates: ['suspended'] });
    await network.restoreSubscriber(
      aCall(),
      { ...named, imsi: '724029999999900' },
      { isInService: false, serviceStates: ['suspended'] },
    );
    expect(await client.subscriber(foreign.imsi)).toEqual(foreign);
  });

  it('changes a SIM that an earlier call changed', async () => {
    const { imsi, msisdn } = await aLoadedSubscriber();
    const newImsi = `9${imsi.slice(1)}`;
    for (const _again of [1, 2]) await network.changeImsi(aCall(), imsi, newImsi, { msisdn });
    expect(await client.subscriber(newImsi)).toMatchObject({ msisdn });
  });

  it('does not change a foreign subscriber', async () => {
    const foreign = await aLoadedSubscriber();
    const ownSubscriber = await aLoadedSubscriber();
    const { imsi } = foreign;
    expect(await catchCode(network.createSubscriber(aCall(), { ...foreign, msisdn: '5521888888881' }))).toEqual([
      PermanentError,
      'imsi-exists',
    ]);
    await network.deleteSubscriber(aCall(), { imsi, msisdns: ['5521888888881'] });
    expect(
      await catchCode(network.changeImsi(aCall(), ownSubscriber.imsi, imsi, { msisdn: ownSubscriber.msisdn })),
    ).toEqual([PermanentError, 'imsi-exists']);
    const named = { imsi, msisdns: ['5521888888881', '5521888888882'] };
    expect(await catchCode(network.setServiceState(aCall(), named, 'suspended'))).toEqual([
      PermanentError,
      'foreign-subscriber',
    ]);
    expect(await catchCode(network.changeMsisdn(aCall(), named, '5521888888882'))).toEqual([
      PermanentError,
      'foreign-subscriber',
    ]);
    await network.changeImsi({ key: 'swap:undo', undoes: ['swap:execute'] }, imsi, ownSubscriber.imsi, {
      msisdn: ownSubscriber.msisdn,
    });
    expect([await client.subscriber(imsi), await client.subscriber(ownSubscriber.imsi)]).toEqual([
      foreign,
      ownSubscriber,
    ]);
  });
});

describe('a faulty network', () => {
  it.each([
    ['error-before', TransientError, 'network-unavailable', 'active'],
    ['error-after', TransientError, 'network-unavailable', 'suspended'],
    ['drop-after', NoResponseError, 'network-unreachable', 'suspended'],
    ['unavailable', NoResponseError, 'network-unreachable', 'active'],
  ] as const)('raises an error to retry for %s', async (fault, kind, code, stateAfter) => {
    const subscriber = await aLoadedSubscriber();
    const { imsi } = subscriber;
    await client.injectFault({ fault, match: { imsi } });
    expect(await catchCode(network.setServiceState(aCall(), own(subscriber), 'suspended'))).toEqual([kind, code]);
    expect(await client.subscriber(imsi)).toMatchObject({ serviceState: stateAfter });
  });

  it('raises a permanent error with the requested code for refuse', async () => {
    const subscriber = await aLoadedSubscriber();
    const { imsi } = subscriber;
    await client.injectFault({ fault: 'refuse', code: 'sim-locked', match: { imsi } });
    expect(await catchCode(network.setServiceState(aCall(), own(subscriber), 'suspended'))).toEqual([
      PermanentError,
      'sim-locked',
    ]);
  });

  it('returns a code with a sentence of Linework, and logs its own text', async () => {
    const subscriber = await aLoadedSubscriber();
    const lines: string[] = [];
    const log = createLog({ name: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } });
    const logged = createSimulatorNetwork({ url: simulator.url, timeoutMs: 60_000, log });
    const fault = { fault: 'refuse', code: 'sim-locked', match: { imsi: subscriber.imsi } } as const;
    await client.injectFault(fault);
    await expect(logged.setServiceState(aCall(), own(subscriber), 'suspended')).rejects.toThrow(
      'The network rejected the request with the code sim-locked.',
    );
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] as string)).toMatchObject({
      partner: 'the network',
      error: { code: 'sim-locked', detail: expect.any(String) },
    });
  });

  it('raises an error to retry for a response after the timeout', async () => {
    const subscriber = await aLoadedSubscriber();
    const { imsi } = subscriber;
    await client.injectFault({ fault: 'hold', match: { imsi } });
    const withShortTimeout = createSimulatorNetwork({ url: simulator.url, timeoutMs: 100 });
    expect(await catchCode(withShortTimeout.setServiceState(aCall(), own(subscriber), 'suspended'))).toEqual([
      NoResponseError,
      'network-timeout',
    ]);
  });

  it('raises an error to retry when the time limit of the step has passed', async () => {
    const subscriber = await aLoadedSubscriber();
    const { imsi } = subscriber;
    const hold = await client.injectFault({ fault: 'hold', match: { imsi } });
    const step = new AbortController();
    const code = catchCode(network.setServiceState({ ...aCall(), signal: step.signal }, own(subscriber), 'suspended'));
    await client.waitForFault(hold);
    step.abort();
    expect(await code).toEqual([NoResponseError, 'network-timeout']);
  });

  it('is `SystemUnavailable` if nothing listens or the name is unknown', async () => {
    for (const url of [`http://127.0.0.1:${await findFreePort()}`, 'http://no-such-host.invalid']) {
      const nowhere = createSimulatorNetwork({ url, timeoutMs: 5_000 });
      expect(
        await catchCode(
          nowhere.setServiceState(aCall(), { imsi: '724029999999995', msisdns: ['5521999999994'] }, 'active'),
        ),
      ).toEqual([SystemUnavailable, 'network-unreachable']);
    }
  });

  it('raises the same errors for a search of a subscriber', async () => {
    const { imsi } = await aLoadedSubscriber();
    await client.injectFault({ fault: 'error-before', match: { operation: 'find', imsi } });
    expect(await catchCode(network.findSubscriber(imsi))).toEqual([TransientError, 'network-unavailable']);
    expect(await catchCode(network.findSubscriber(imsi, AbortSignal.abort()))).toEqual([
      NoResponseError,
      'network-timeout',
    ]);
  });
});
