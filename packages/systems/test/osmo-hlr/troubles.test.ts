import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { ElementAddress } from '@linework/systems/osmo-hlr/connection';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { aCall, anOsmoHlr, aPerson, faultOf, keys, networkAt, type TestHlr } from './an-osmo-hlr.ts';

let hlr: TestHlr;
beforeAll(async () => {
  hlr = await anOsmoHlr();
});
afterAll(() => hlr?.stop());

const strangers: Server[] = [];
afterEach(() => {
  for (const server of strangers.splice(0)) server.close();
});

/** Another program on one of the ports. */
async function aStranger(greet: (socket: Socket) => unknown): Promise<ElementAddress> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    greet(socket);
  }).listen(0, '127.0.0.1');
  strangers.push(server);
  await once(server, 'listening');
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

async function aClosedPort(): Promise<ElementAddress> {
  const address = await aStranger(() => undefined);
  await new Promise((closed) => strangers.pop()?.close(closed));
  return address;
}

async function anActiveSubscriber() {
  const person = aPerson();
  await networkAt(hlr.address).createSubscriber(aCall(), { ...person, serviceState: 'active', keys });
  return person;
}

describe('an OsmoHLR in trouble', () => {
  it.each(['vty', 'ctrl'] as const)('that refuses the connection at %s is a passing fault', async (port) => {
    const { imsi } = await anActiveSubscriber();
    const network = networkAt({ ...hlr.address, [port]: await aClosedPort() });
    expect(await faultOf(network.setServiceState(aCall(), imsi, 'suspended'))).toEqual(['PassingFault', 'network-unreachable']);
    expect(await hlr.registered(imsi)).toMatchObject({ access: 'cs+ps' });
  });

  it.each<[string, 'vty' | 'ctrl', (socket: Socket) => unknown, string]>([
    ['says nothing', 'vty', () => undefined, 'network-timeout'],
    ['says nothing', 'ctrl', () => undefined, 'network-timeout'],
    ['hangs up', 'vty', (socket) => socket.end(), 'network-unreachable'],
    ['hangs up', 'ctrl', (socket) => socket.end(), 'network-unreachable'],
    ['is a web server', 'ctrl', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'network-answer-unreadable'],
    [
      'answers another question',
      'ctrl',
      (socket) => socket.write(Buffer.from('\0\x1c\xee\0ERROR 99 No such subscriber', 'latin1')),
      'network-answer-unreadable',
    ],
    ['never stops', 'vty', (socket) => socket.write('x'.repeat(200_000)), 'network-answer-unreadable'],
    ['never stops', 'ctrl', (socket) => socket.write(Buffer.from([0xff, 0xff, 0xee, ...Buffer.alloc(70_000)])), 'network-answer-unreadable'],
    [
      'speaks of something else',
      'vty',
      (socket) => socket.write('Hello\r\n> ').toString() && socket.on('data', () => socket.write('What?\r\n# ')),
      'network-answer-unreadable',
    ],
    ['wants a password', 'vty', (socket) => socket.write('User Access Verification\r\n\r\nPassword: '), 'network-wants-password'],
  ])('that %s at %s is a passing fault', async (_what, port, greet, code) => {
    const { imsi } = await anActiveSubscriber();
    const network = networkAt({ ...hlr.address, [port]: await aStranger(greet) }, code === 'network-timeout' ? 200 : undefined);
    expect(await faultOf(network.setServiceState(aCall(), imsi, 'suspended'))).toEqual(['PassingFault', code]);
    expect(await hlr.registered(imsi)).toMatchObject({ access: 'cs+ps' });
  });

  it('cannot be made to say what it was asked', async () => {
    const { imsi } = await anActiveSubscriber();
    const network = networkAt({ ...hlr.address, vty: await aClosedPort() });
    await expect(network.setServiceState(aCall(), imsi, 'suspended')).rejects.toThrow('The connection to the network failed (ECONNREFUSED).');
  });

  it('is given up when the time of the step is over, and those who wait for their turn too', async () => {
    const { imsi } = await anActiveSubscriber();
    const network = networkAt({ ...hlr.address, vty: await aStranger(() => undefined) });
    const step = new AbortController();
    const faults = Promise.all(Array.from({ length: 16 }, () => faultOf(network.setServiceState({ ...aCall(), signal: step.signal }, imsi, 'suspended'))));
    step.abort();
    expect(new Set((await faults).map(String))).toEqual(new Set(['PassingFault,network-timeout']));
    expect(await faultOf(network.findSubscriber(imsi, AbortSignal.abort()))).toEqual(['PassingFault', 'network-timeout']);
  });

  it('that stands still for a while answers late, and nobody takes the answer for theirs', async () => {
    const [first, second] = [await anActiveSubscriber(), await anActiveSubscriber()];
    const network = networkAt(hlr.address, 300);
    await network.findSubscriber(first.imsi);
    hlr.process.kill('SIGSTOP');
    expect(await faultOf(network.findSubscriber(first.imsi))).toEqual(['PassingFault', 'network-timeout']);
    expect(await faultOf(network.setServiceState(aCall(), first.imsi, 'suspended'))).toEqual(['PassingFault', 'network-timeout']);
    hlr.process.kill('SIGCONT');
    expect(await vi.waitUntil(() => network.findSubscriber(second.imsi).catch(() => undefined))).toMatchObject({ msisdn: second.msisdn });
    expect(await network.findSubscriber(first.imsi)).toMatchObject({ msisdn: first.msisdn });
  });

  it('that stands still with a command in hand does not undo what came after', async () => {
    const { imsi } = await anActiveSubscriber();
    for (let round = 0; round < 20; round += 1) {
      const impatient = networkAt(hlr.address, 10_000);
      const step = new AbortController();
      await impatient.setServiceState(aCall(), imsi, 'active');
      const cut = faultOf(impatient.setServiceState({ ...aCall(), signal: step.signal }, imsi, 'suspended'));
      await impatient.findSubscriber(imsi);
      hlr.process.kill('SIGSTOP');
      step.abort();
      await cut;
      const undo = networkAt(hlr.address).setServiceState({ key: 'undo', undoes: 'execute' }, imsi, 'active');
      hlr.process.kill('SIGCONT');
      await undo;
      await networkAt(hlr.address).findSubscriber(imsi);
      expect(await hlr.registered(imsi)).toMatchObject({ access: 'cs+ps' });
    }
  });

  it('that is killed and started again has what it was told, and is asked again over a new connection', async () => {
    const people = await Promise.all(Array.from({ length: 16 }, anActiveSubscriber));
    const network = networkAt(hlr.address);
    const [first] = people;
    if (!first) throw new Error('There is nobody.');
    await network.setServiceState(aCall(), first.imsi, 'suspended');

    const cut = people.map(({ imsi }) => faultOf(network.setServiceState(aCall(), imsi, 'suspended')));
    await hlr.kill();
    const faults = (await Promise.all(cut)).filter((fault) => fault !== undefined);
    expect(new Set(faults.map(String))).toEqual(new Set(['PassingFault,network-unreachable']));

    await hlr.restart();
    await Promise.all(people.map(({ imsi }) => network.setServiceState(aCall(), imsi, 'suspended')));
    for (const { imsi, msisdn } of people) expect(await hlr.registered(imsi)).toMatchObject({ access: 'none', msisdn: msisdn.slice(1), k: keys.k });
  });
});
