import type { Network, NetworkCall } from '@linework/lines/model/systems';
import { createVty } from '@linework/systems/osmo-hlr/vty';
import { needs } from '@linework/testing/run/needs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCall, anOsmoHlr, aPerson, catchError, keys, networkAt, newKeys, type TestHlr } from './an-osmo-hlr.ts';

needs('osmo-hlr');

let hlr: TestHlr;
let network: Network;
beforeAll(async () => {
  hlr = await anOsmoHlr();
  network = networkAt(hlr.address);
});
afterAll(() => hlr?.stop());

/** Each action must give the same result when it is repeated. */
async function runTwice(act: (call: NetworkCall) => Promise<unknown>): Promise<void> {
  await act(aCall());
  await act({ ...aCall(), isRepeat: true });
}

async function anActiveSubscriber() {
  const person = aPerson();
  await network.createSubscriber(aCall(), { ...person, serviceState: 'active', keys });
  return person;
}

describe('a subscriber that OsmoHLR has before its line', () => {
  const vty = (imsi: string, ...how: readonly string[]) =>
    createVty(hlr.address.vty).command(
      how.map((one) => `subscriber imsi ${imsi} ${one}`),
      AbortSignal.timeout(20_000),
    );
  const milenage = `update aud3g milenage k ${keys.k} opc ${keys.opc}`;

  it.each([
    ['in service', [milenage, 'update network-access-mode cs+ps'], { isInService: true, serviceStates: ['active'] }],
    [
      'in service for calls only',
      [milenage, 'update network-access-mode cs'],
      { isInService: true, serviceStates: [] },
    ],
    [
      'out of service',
      [milenage, 'update network-access-mode none'],
      { isInService: false, serviceStates: ['standby', 'suspended'] },
    ],
    ['without keys', ['update network-access-mode cs+ps'], { isInService: true, serviceStates: ['active'] }],
  ] as const)('%s is taken over, and is as it was found after the undo', async (_how, commands, state) => {
    const { imsi, msisdn, own } = aPerson();
    await vty(imsi, 'create', `update msisdn ${msisdn.slice(1)}`, ...commands);
    const before = await hlr.registered(imsi);
    const found = await network.inspectSubscriber(own);
    expect(found).toMatchObject(state);
    for (const serviceState of ['active', 'standby'] as const) {
      await runTwice((call) => network.createSubscriber(call, { imsi, msisdn, serviceState, keys }, found));
      expect(await hlr.registered(imsi)).toMatchObject({
        access: serviceState === 'active' ? 'cs+ps' : 'none',
        k: keys.k,
        msisdn: msisdn.slice(1),
      });
    }
    if (found) await runTwice((call) => network.restoreSubscriber({ ...call, undoes: ['create:execute'] }, own, found));
    expect(await hlr.registered(imsi)).toEqual(before);
  });

  it('with the keys of another SIM is not taken over, because they could not be brought back', async () => {
    const { imsi, msisdn, own } = await anActiveSubscriber();
    const before = await hlr.registered(imsi);
    const found = await network.inspectSubscriber(own);
    const call = network.createSubscriber(aCall(), { imsi, msisdn, serviceState: 'active', keys: newKeys }, found);
    expect(await catchError(call)).toEqual(['PermanentError', 'keys-differ']);
    expect(await hlr.registered(imsi)).toEqual(before);
  });

  it('and that has appeared since the inspection is refused at the first call, and does not change', async () => {
    const { imsi, msisdn } = await anActiveSubscriber();
    const before = await hlr.registered(imsi);
    const call = network.createSubscriber(aCall(), { imsi, msisdn, serviceState: 'standby', keys });
    expect(await catchError(call)).toEqual(['PermanentError', 'imsi-exists']);
    expect(await hlr.registered(imsi)).toEqual(before);
  });

  it('with neither number nor keys, out of service, is bare again after the undo', async () => {
    const { imsi, msisdn, own } = aPerson();
    await vty(imsi, 'create', 'update network-access-mode none');
    const before = await hlr.registered(imsi);
    const found = await network.inspectSubscriber(own);
    await network.createSubscriber(aCall(), { imsi, msisdn, serviceState: 'active', keys }, found);
    expect(await hlr.registered(imsi)).toMatchObject({ access: 'cs+ps', k: keys.k });
    if (found) await runTwice((call) => network.restoreSubscriber(call, own, found));
    expect(await hlr.registered(imsi)).toEqual(before);
  });

  it('with the number of another line is not found, and not restored', async () => {
    const { imsi, newMsisdn } = await anActiveSubscriber();
    const before = await hlr.registered(imsi);
    const named = { imsi, msisdns: [newMsisdn] };
    expect(await network.inspectSubscriber(named)).toBeUndefined();
    await network.restoreSubscriber(aCall(), named, {
      isInService: false,
      serviceStates: [],
      access: 'none',
      hasKeys: false,
      hasNumber: false,
    });
    expect(await hlr.registered(imsi)).toEqual(before);
  });
});
