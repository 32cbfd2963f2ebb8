import type { Network } from '@linework/domain/systems';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCall, anOsmoHlr, aPerson, faultOf, keys, networkAt, newKeys, type TestHlr } from './an-osmo-hlr.ts';

let hlr: TestHlr;
let network: Network;
beforeAll(async () => {
  hlr = await anOsmoHlr();
  network = networkAt(hlr.address);
});
afterAll(() => hlr?.stop());

/** Each action has to come to the same when it comes again. */
async function twice(act: () => Promise<void>): Promise<void> {
  await act();
  await act();
}

async function anActiveSubscriber() {
  const person = aPerson();
  await network.createSubscriber(aCall(), { ...person, serviceState: 'active', keys });
  return person;
}

describe('OsmoHLR as the network', () => {
  it.each([
    ['standby', 'none', 'suspended'],
    ['active', 'cs+ps', 'active'],
    ['suspended', 'none', 'suspended'],
  ] as const)('creates a subscriber %s, once', async (serviceState, access, foundAs) => {
    const { imsi, msisdn } = aPerson();
    await twice(() => network.createSubscriber(aCall(), { imsi, msisdn, serviceState }));
    expect(await hlr.registered(imsi)).toEqual({ imsi, msisdn: msisdn.slice(1), access, k: undefined, opc: undefined });
    expect(await network.findSubscriber(imsi)).toEqual({ imsi, msisdn, serviceState: foundAs });
  });

  it('gives a subscriber the keys of its SIM', async () => {
    const { imsi, msisdn } = aPerson();
    await twice(() => network.createSubscriber(aCall(), { imsi, msisdn, serviceState: 'standby', keys }));
    expect(await hlr.registered(imsi)).toMatchObject({ k: keys.k, opc: keys.opc.toLowerCase(), access: 'none' });
  });

  it.each([
    ['suspended', 'none'],
    ['active', 'cs+ps'],
    ['standby', 'none'],
  ] as const)('sets the service state to %s', async (serviceState, access) => {
    const { imsi } = await anActiveSubscriber();
    await twice(() => network.setServiceState(aCall(), imsi, serviceState));
    expect(await hlr.registered(imsi)).toMatchObject({ access });
  });

  it('changes the number, and lets another have the old one', async () => {
    const { imsi, msisdn, newMsisdn } = await anActiveSubscriber();
    await twice(() => network.changeMsisdn(aCall(), imsi, newMsisdn));
    expect(await hlr.registered(imsi)).toMatchObject({ msisdn: newMsisdn.slice(1), access: 'cs+ps', k: keys.k });
    await network.createSubscriber(aCall(), { imsi: aPerson().imsi, msisdn, serviceState: 'active' });
  });

  it.each(['active', 'suspended'] as const)('changes the SIM of one that is %s', async (serviceState) => {
    const { imsi, msisdn, newImsi } = await anActiveSubscriber();
    await network.setServiceState(aCall(), imsi, serviceState);
    await twice(() => network.changeImsi(aCall(), imsi, newImsi, { keys: newKeys }));
    expect(await hlr.registered(imsi)).toBeUndefined();
    const access = serviceState === 'active' ? 'cs+ps' : 'none';
    expect(await hlr.registered(newImsi)).toEqual({ imsi: newImsi, msisdn: msisdn.slice(1), access, ...newKeys });
  });

  it('changes the SIM back', async () => {
    const { imsi, msisdn, newImsi } = await anActiveSubscriber();
    await network.changeImsi(aCall(), imsi, newImsi, { msisdn, keys: newKeys });
    await network.changeImsi(aCall(), newImsi, imsi, { msisdn, keys });
    expect(await hlr.registered(imsi)).toMatchObject({ msisdn: msisdn.slice(1), access: 'cs+ps', k: keys.k });
    expect(await hlr.registered(newImsi)).toBeUndefined();
  });

  it('deletes a subscriber, and leaves no key behind', async () => {
    const { imsi, msisdn } = await anActiveSubscriber();
    await twice(() => network.deleteSubscriber(aCall(), imsi));
    expect(await hlr.registered(imsi)).toBeUndefined();
    expect(await network.findSubscriber(imsi)).toBeUndefined();
    await network.createSubscriber(aCall(), { imsi, msisdn, serviceState: 'active' });
    expect(await hlr.registered(imsi)).toMatchObject({ k: undefined, opc: undefined });
  });

  it('serves sixteen at once', async () => {
    const people = Array.from({ length: 16 }, aPerson);
    await Promise.all(
      people.map(async (person, at) => {
        await network.createSubscriber(aCall(), { ...person, serviceState: 'active', keys });
        await network.changeMsisdn(aCall(), person.imsi, person.newMsisdn);
        await network.changeImsi(aCall(), person.imsi, person.newImsi, { keys: newKeys });
        await network.setServiceState(aCall(), person.newImsi, at % 2 ? 'active' : 'suspended');
      }),
    );
    for (const [at, { imsi, newImsi, newMsisdn }] of people.entries()) {
      expect(await hlr.registered(newImsi)).toMatchObject({ msisdn: newMsisdn.slice(1), access: at % 2 ? 'cs+ps' : 'none', k: newKeys.k });
      expect(await hlr.registered(imsi)).toBeUndefined();
    }
  });

  it('gives one number to one of sixteen who ask at once', async () => {
    const { msisdn } = aPerson();
    const faults = await Promise.all(
      Array.from({ length: 16 }, () => faultOf(network.createSubscriber(aCall(), { imsi: aPerson().imsi, msisdn, serviceState: 'active' }))),
    );
    expect(faults.filter((fault) => fault === undefined)).toHaveLength(1);
    expect(faults.filter((fault) => fault?.join() === 'Refusal,msisdn-taken')).toHaveLength(15);
  });
});

describe('OsmoHLR refuses', () => {
  it('whatever is asked of a subscriber that is not there', async () => {
    const { imsi, newImsi, msisdn } = aPerson();
    const unknown = ['Refusal', 'unknown-subscriber'];
    expect(await faultOf(network.setServiceState(aCall(), imsi, 'active'))).toEqual(unknown);
    expect(await faultOf(network.changeMsisdn(aCall(), imsi, msisdn))).toEqual(unknown);
    expect(await faultOf(network.changeImsi(aCall(), imsi, newImsi, { msisdn }))).toEqual(unknown);
    expect(await hlr.registered(newImsi)).toBeUndefined();
  });

  it('a number that is another’s, and makes nothing', async () => {
    const owner = await anActiveSubscriber();
    const other = await anActiveSubscriber();
    const { imsi } = aPerson();
    const taken = ['Refusal', 'msisdn-taken'];
    expect(await faultOf(network.createSubscriber(aCall(), { imsi, msisdn: owner.msisdn, serviceState: 'active' }))).toEqual(taken);
    expect(await hlr.registered(imsi)).toBeUndefined();
    expect(await faultOf(network.changeMsisdn(aCall(), other.imsi, owner.msisdn))).toEqual(taken);
    expect(await hlr.registered(other.imsi)).toMatchObject({ msisdn: other.msisdn.slice(1) });
  });

  it('an IMSI that is another’s', async () => {
    const owner = await anActiveSubscriber();
    const other = await anActiveSubscriber();
    const exists = ['Refusal', 'imsi-exists'];
    expect(await faultOf(network.createSubscriber(aCall(), { imsi: owner.imsi, msisdn: aPerson().msisdn, serviceState: 'active' }))).toEqual(exists);
    expect(await faultOf(network.changeImsi(aCall(), other.imsi, owner.imsi))).toEqual(exists);
    expect(await hlr.registered(owner.imsi)).toMatchObject({ msisdn: owner.msisdn.slice(1) });
    expect(await hlr.registered(other.imsi)).toMatchObject({ msisdn: other.msisdn.slice(1) });
  });

  it('words that would be commands of their own', async () => {
    const { imsi, msisdn } = await anActiveSubscriber();
    const badImsi = `${imsi} delete\rsubscriber imsi ${imsi}`;
    const badKeys = { ...keys, k: `${keys.k} opc` };
    expect(await faultOf(network.setServiceState(aCall(), badImsi, 'active'))).toEqual(['Refusal', 'imsi-invalid']);
    expect(await faultOf(network.findSubscriber(badImsi))).toEqual(['Refusal', 'imsi-invalid']);
    expect(await faultOf(network.deleteSubscriber(aCall(), badImsi))).toEqual(['Refusal', 'imsi-invalid']);
    expect(await faultOf(network.changeMsisdn(aCall(), imsi, `${msisdn}\rdelete`))).toEqual(['Refusal', 'msisdn-invalid']);
    expect(await faultOf(network.changeImsi(aCall(), imsi, aPerson().imsi, { keys: badKeys }))).toEqual(['Refusal', 'keys-invalid']);
    expect(await hlr.registered(imsi)).toMatchObject({ access: 'cs+ps' });
  });
});
