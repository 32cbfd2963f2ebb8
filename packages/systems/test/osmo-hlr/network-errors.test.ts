import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { ElementAddress } from '@linework/systems/osmo-hlr/open-connection';
import { createVty } from '@linework/systems/osmo-hlr/vty';
import { needs } from '@linework/testing/run/needs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { aCall, anOsmoHlr, aPerson, catchError, keys, networkAt, type TestHlr } from './an-osmo-hlr.ts';

needs('osmo-hlr');

let hlr: TestHlr;
beforeAll(async () => {
  hlr = await anOsmoHlr();
});
afterAll(() => hlr?.stop());

const fakeElements: Server[] = [];
const sockets: Socket[] = [];
function closeConnections(): void {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of fakeElements.splice(0)) server.close();
}
afterEach(closeConnections);

/** Another program on one of the ports. */
async function aFakeElement(greet: (socket: Socket) => unknown): Promise<ElementAddress> {
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    greet(socket);
  }).listen(0, '127.0.0.1');
  fakeElements.push(server);
  await once(server, 'listening');
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

async function aClosedPort(): Promise<ElementAddress> {
  const address = await aFakeElement(() => undefined);
  await new Promise((closed) => fakeElements.pop()?.close(closed));
  return address;
}

async function anActiveSubscriber() {
  const person = aPerson();
  await networkAt(hlr.address).createSubscriber(aCall(), { ...person, serviceState: 'active', keys });
  return person;
}

describe('a faulty OsmoHLR', () => {
  it.each(['vty', 'ctrl'] as const)('that rejects the connection at %s leads to SystemUnavailable', async (port) => {
    const { imsi, own } = await anActiveSubscriber();
    const network = networkAt({ ...hlr.address, [port]: await aClosedPort() });
    expect(await catchError(network.setServiceState(aCall(), own, 'suspended'))).toEqual([
      'SystemUnavailable',
      'network-unreachable',
    ]);
    expect(await hlr.registered(imsi)).toMatchObject({ access: 'cs+ps' });
  });

  it.each<[string, 'vty' | 'ctrl', (socket: Socket) => unknown, string]>([
    // The command waits for the prompt: it was never sent.
    ['says nothing', 'vty', () => undefined, 'SystemUnavailable network-timeout'],
    ['says nothing', 'ctrl', () => undefined, 'NoResponseError network-timeout'],
    ['hangs up', 'vty', (socket) => socket.end(), 'SystemUnavailable network-unreachable'],
    ['hangs up', 'ctrl', (socket) => socket.end(), 'NoResponseError network-unreachable'],
    [
      'is a web server',
      'ctrl',
      (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      'TransientError network-answer-unreadable',
    ],
    [
      'replies to another request',
      'ctrl',
      (socket) => socket.write(Buffer.from('\0\x1c\xee\0ERROR 99 No such subscriber', 'latin1')),
      'TransientError network-answer-unreadable',
    ],
    ['never stops', 'vty', (socket) => socket.write('x'.repeat(200_000)), 'TransientError network-answer-unreadable'],
    [
      'never stops',
      'ctrl',
      (socket) => socket.write(Buffer.from([0xff, 0xff, 0xee, ...Buffer.alloc(70_000)])),
      'TransientError network-answer-unreadable',
    ],
    [
      'sends an unrelated reply',
      'vty',
      (socket) => socket.write('Hello\r\n> ').toString() && socket.on('data', () => socket.write('What?\r\n# ')),
      'TransientError network-answer-unreadable',
    ],
    [
      'requires a password',
      'vty',
      (socket) => socket.write('User Access Verification\r\n\r\nPassword: '),
      'TransientError network-wants-password',
    ],
  ])('that %s at %s is an error to retry', async (_what, port, greet, fault) => {
    const { imsi, own } = await anActiveSubscriber();
    const network = networkAt(
      { ...hlr.address, [port]: await aFakeElement(greet) },
      fault.endsWith('timeout') ? 200 : undefined,
    );
    expect(await catchError(network.setServiceState(aCall(), own, 'suspended'))).toEqual(fault.split(' '));
    expect(await hlr.registered(imsi)).toMatchObject({ access: 'cs+ps' });
  });

  it('does not reveal the content of a request', async () => {
    const { own } = await anActiveSubscriber();
    const network = networkAt({ ...hlr.address, vty: await aClosedPort() });
    await expect(network.setServiceState(aCall(), own, 'suspended')).rejects.toThrow(
      'The connection to the network failed (ECONNREFUSED).',
    );
  });

  it('ends the call and all waiting calls when the time limit of the step has passed', async () => {
    const { imsi, own } = await anActiveSubscriber();
    const network = networkAt({ ...hlr.address, vty: await aFakeElement(() => undefined) });
    const step = new AbortController();
    const errors = Promise.all(
      Array.from({ length: 16 }, () =>
        catchError(network.setServiceState({ ...aCall(), signal: step.signal }, own, 'suspended')),
      ),
    );
    step.abort();
    expect(new Set((await errors).map(String))).toEqual(new Set(['SystemUnavailable,network-timeout']));
    expect(await catchError(network.findSubscriber(imsi, AbortSignal.abort()))).toEqual([
      'SystemUnavailable',
      'network-timeout',
    ]);
  });

  it('ends a waiting call at its own time limit, even if the call before it has more time', async () => {
    const { imsi } = await anActiveSubscriber();
    const network = networkAt({ ...hlr.address, ctrl: await aFakeElement(() => undefined) });
    let isPatient = true;
    const unlimited = catchError(network.findSubscriber(imsi)).then(() => {
      isPatient = false;
    });
    expect(await catchError(network.findSubscriber(imsi, AbortSignal.timeout(50)))).toEqual([
      'SystemUnavailable',
      'network-timeout',
    ]);
    expect(isPatient).toBe(true);
    closeConnections();
    await unlimited;
  });

  it('that pauses for a while responds late, and no other call gets that response', async () => {
    const [first, second] = [await anActiveSubscriber(), await anActiveSubscriber()];
    const network = networkAt(hlr.address);
    await network.setServiceState(aCall(), first.own, 'active');
    hlr.process.kill('SIGSTOP');
    // The request has been sent when the next turn of the event loop begins.
    const step = new AbortController();
    const late = catchError(network.findSubscriber(first.imsi, step.signal));
    const waiting = catchError(network.setServiceState({ ...aCall(), signal: step.signal }, first.own, 'suspended'));
    await setImmediate();
    step.abort();
    expect(await Promise.all([late, waiting])).toEqual([
      ['NoResponseError', 'network-timeout'],
      ['SystemUnavailable', 'network-timeout'],
    ]);
    hlr.process.kill('SIGCONT');
    expect(await network.findSubscriber(second.imsi)).toMatchObject({ msisdn: second.msisdn });
    expect(await network.findSubscriber(first.imsi)).toMatchObject({ msisdn: first.msisdn });
  });

  // It may serve the older or the newer of the waiting connections first.
  it.each(['older', 'newer'])(
    'that paused during a command, on the %s connection, does not execute that command last',
    async (age) => {
      const { imsi, own } = await anActiveSubscriber();
      const network = networkAt(hlr.address);
      const another = createVty(hlr.address.vty);
      const begin = [
        () => network.findSubscriber(imsi),
        () => another.command(`subscriber imsi ${imsi} show`, AbortSignal.timeout(20_000)),
      ];
      for (const one of age === 'newer' ? begin : begin.reverse()) await one();
      hlr.process.kill('SIGSTOP');
      const step = new AbortController();
      const late = catchError(another.command(`subscriber imsi ${imsi} update network-access-mode none`, step.signal));
      await setImmediate();
      step.abort();
      await late;
      const undo = network.setServiceState({ key: 'undo', undoes: ['execute'] }, own, 'active');
      await setImmediate();
      hlr.process.kill('SIGCONT');
      await undo;
      expect(await hlr.registered(imsi)).toMatchObject({ access: 'cs+ps' });
    },
  );

  it('that is killed and restarted has its data, and is called over a new connection', async () => {
    const subscribers = await Promise.all(Array.from({ length: 16 }, anActiveSubscriber));
    const network = networkAt(hlr.address);
    const [first] = subscribers;
    if (!first) throw new Error('The subscriber was not found.');
    await network.setServiceState(aCall(), first.own, 'suspended');

    const interrupted = subscribers.map(({ own }) => catchError(network.setServiceState(aCall(), own, 'suspended')));
    await hlr.kill();
    const errors = (await Promise.all(interrupted)).filter((fault) => fault !== undefined);
    for (const fault of errors)
      expect(fault).toEqual([expect.stringMatching(/^(NoResponseError|SystemUnavailable)$/), 'network-unreachable']);

    await hlr.restart();
    await Promise.all(subscribers.map(({ own }) => network.setServiceState(aCall(), own, 'suspended')));
    for (const { imsi, msisdn } of subscribers)
      expect(await hlr.registered(imsi)).toMatchObject({ access: 'none', msisdn: msisdn.slice(1), k: keys.k });
  });
});
