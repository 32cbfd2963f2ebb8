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

describe('OsmoHLR as the network', () => {
  it.each([
    ['standby', 'none', 'suspended'],
    ['active', 'cs+ps', 'active'],
    ['suspended', 'none', 'suspended'],
  ] as const)('creates a subscriber %s, once', async (serviceState, access, foundAs) => {
    const { imsi, msisdn } = aPerson();
    await runTwice((call) => network.createSubscriber(call, { imsi, msisdn, serviceState }));
    expect(await hlr.registered(imsi)).toEqual({ imsi, msisdn: msisdn.slice(1), access, k: undefined, opc: undefined });
    expect(await network.findSubscriber(imsi)).toEqual({ imsi, msisdn, serviceState: foundAs });
  });

  it('stores the keys of the SIM with the subscriber', async () => {
    const { imsi, msisdn } = aPerson();
    await runTwice((call) => network.createSubscriber(call, { imsi, msisdn, serviceState: 'standby', keys }));
    expect(await hlr.registered(imsi)).toMatchObject({ k: keys.k, opc: keys.opc.toLowerCase(), access: 'none' });
  });

  it.each([
    ['suspended', 'none'],
    ['active', 'cs+ps'],
    ['standby', 'none'],
  ] as const)('sets the service state to %s', async (serviceState, access) => {
    const { imsi, own } = await anActiveSubscriber();
    await runTwice(() => network.setServiceState(aCall(), own, serviceState));
    expect(await hlr.registered(imsi)).toMatchObject({ access });
  });

  it('changes the number, and allows the old one for another subscriber', async () => {
    const { imsi, msisdn, newMsisdn } = await anActiveSubscriber();
    await runTwice(() => network.changeMsisdn(aCall(), { imsi, msisdns: [msisdn, newMsisdn] }, newMsisdn));
    expect(await hlr.registered(imsi)).toMatchObject({ msisdn: newMsisdn.slice(1), access: 'cs+ps', k: keys.k });
    await network.createSubscriber(aCall(), { imsi: aPerson().imsi, msisdn, serviceState: 'active' });
  });

  it.each(['active', 'suspended'] as const)('changes the SIM of a subscriber that is %s', async (serviceState) => {
    const { imsi, msisdn, newImsi, own } = await anActiveSubscriber();
    await network.setServiceState(aCall(), own, serviceState);
    await runTwice(() => network.changeImsi(aCall(), imsi, newImsi, { keys: newKeys }));
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

  it('deletes a subscriber, and leaves no key', async () => {
    const { imsi, msisdn } = await anActiveSubscriber();
    await runTwice(() => network.deleteSubscriber(aCall(), { imsi, msisdns: [msisdn] }));
    expect(await hlr.registered(imsi)).toBeUndefined();
    expect(await network.findSubscriber(imsi)).toBeUndefined();
    await network.createSubscriber(aCall(), { imsi, msisdn, serviceState: 'active' });
    expect(await hlr.registered(imsi)).toMatchObject({ k: undefined, opc: undefined });
  });

  it('handles sixteen at once', async () => {
    const subscribers = Array.from({ length: 16 }, aPerson);
    await Promise.all(
      subscribers.map(async (person, at) => {
        await network.createSubscriber(aCall(), { ...person, serviceState: 'active', keys });
        await network.changeMsisdn(aCall(), person.own, person.newMsisdn);
        await network.changeImsi(aCall(), person.imsi, person.newImsi, { keys: newKeys });
        await network.setServiceState(
          aCall(),
          { imsi: person.newImsi, msisdns: [person.newMsisdn] },
          at % 2 ? 'active' : 'suspended',
        );
      }),
    );
    for (const [at, { imsi, newImsi, newMsisdn }] of subscribers.entries()) {
      expect(await hlr.registered(newImsi)).toMatchObject({
        msisdn: newMsisdn.slice(1),
        access: at % 2 ? 'cs+ps' : 'none',
        k: newKeys.k,
      });
      expect(await hlr.registered(imsi)).toBeUndefined();
    }
  });

  it('assigns one number to one of sixteen concurrent requests', async () => {
    const { msisdn } = aPerson();
    const errors = await Promise.all(
      Array.from({ length: 16 }, () =>
        catchError(network.createSubscriber(aCall(), { imsi: aPerson().imsi, msisdn, serviceState: 'active' })),
      ),
    );
    expect(errors.filter((fault) => fault === undefined)).toHaveLength(1);
    // A call that lost the number after it had created its subscriber may have changed something.
    expect(errors.filter((fault) => fault?.[1] === 'msisdn-taken')).toHaveLength(15);
  });
});

describe('OsmoHLR rejects', () => {
  it('any change of an unknown subscriber', async () => {
    const { imsi, newImsi, msisdn, own } = aPerson();
    const unknown = ['PermanentError', 'unknown-subscriber'];
    expect(await catchError(network.setServiceState(aCall(), own, 'active'))).toEqual(unknown);
    expect(await catchError(network.changeMsisdn(aCall(), own, msisdn))).toEqual(unknown);
    expect(await catchError(network.changeImsi(aCall(), imsi, newImsi, { msisdn }))).toEqual(unknown);
    expect(await hlr.registered(newImsi)).toBeUndefined();
  });

  it('a number of another subscriber, and creates nothing', async () => {
    const owner = await anActiveSubscriber();
    const other = await anActiveSubscriber();
    const { imsi } = aPerson();
    const rejection = ['PermanentError', 'msisdn-taken'];
    expect(
      await catchError(network.createSubscriber(aCall(), { imsi, msisdn: owner.msisdn, serviceState: 'active' })),
    ).toEqual(rejection);
    expect(await hlr.registered(imsi)).toBeUndefined();
    expect(await catchError(network.changeMsisdn(aCall(), other.own, owner.msisdn))).toEqual(rejection);
    expect(await hlr.registered(other.imsi)).toMatchObject({ msisdn: other.msisdn.slice(1) });
  });

  it('an IMSI of another subscriber', async () => {
    const owner = await anActiveSubscriber();
    const other = await anActiveSubscriber();
    const exists = ['PermanentError', 'imsi-exists'];
    expect(
      await catchError(
        network.createSubscriber(aCall(), { imsi: owner.imsi, msisdn: aPerson().msisdn, serviceState: 'active' }),
      ),
    ).toEqual(exists);
    expect(await catchError(network.changeImsi(aCall(), other.imsi, owner.imsi))).toEqual(exists);
    expect(await hlr.registered(owner.imsi)).toMatchObject({ msisdn: owner.msisdn.slice(1) });
    expect(await hlr.registered(other.imsi)).toMatchObject({ msisdn: other.msisdn.slice(1) });
  });

  it('words that would be additional commands', async () => {
    const { imsi, msisdn, own } = await anActiveSubscriber();
    const badImsi = `${imsi} delete\rsubscriber imsi ${imsi}`;
    const badKeys = { ...keys, k: `${keys.k} opc` };
    expect(await catchError(network.setServiceState(aCall(), { ...own, imsi: badImsi }, 'active'))).toEqual([
      'PermanentError',
      'imsi-invalid',
    ]);
    expect(await catchError(network.findSubscriber(badImsi))).toEqual(['PermanentError', 'imsi-invalid']);
    expect(await catchError(network.deleteSubscriber(aCall(), { imsi: badImsi, msisdns: [msisdn] }))).toEqual([
      'PermanentError',
      'imsi-invalid',
    ]);
    expect(await catchError(network.changeMsisdn(aCall(), own, `${msisdn}\rdelete`))).toEqual([
      'PermanentError',
      'msisdn-invalid',
    ]);
    expect(await catchError(network.changeImsi(aCall(), imsi, aPerson().imsi, { keys: badKeys }))).toEqual([
      'PermanentError',
      'keys-invalid',
    ]);
    expect(await hlr.registered(imsi)).toMatchObject({ access: 'cs+ps' });
  });
});

describe('a foreign subscriber on OsmoHLR', () => {
  const vty = (how: string) => createVty(hlr.address.vty).command(how, AbortSignal.timeout(20_000));
  const otherKeys = { k: 'ee0102030405060708090a0b0c0d0e0f', opc: 'eea1a2a3a4a5a6a7a8a9aaabacadaeaf' };

  /** A subscriber with keys and no number. */
  async function withoutNumber(imsi: string) {
    await vty(`subscriber imsi ${imsi} create`);
    await vty(`subscriber imsi ${imsi} update aud3g milenage k ${otherKeys.k} opc ${otherKeys.opc}`);
  }

  it('with the IMSI of the line and another number is not deleted, and the call succeeds', async () => {
    const { imsi, newMsisdn } = await anActiveSubscriber();
    const before = await hlr.registered(imsi);
    await runTwice(() => network.deleteSubscriber(aCall(), { imsi, msisdns: [newMsisdn] }));
    expect(await hlr.registered(imsi)).toEqual(before);
  });

  it('with the IMSI and a number of the line belongs to the line', async () => {
    const { imsi, msisdn, newMsisdn } = await anActiveSubscriber();
    await network.deleteSubscriber(aCall(), { imsi, msisdns: [newMsisdn, msisdn] });
    expect(await hlr.registered(imsi)).toBeUndefined();
  });

  it('with the IMSI of the line and other keys, but no number, is not treated as an interrupted create', async () => {
    const { imsi, msisdn } = aPerson();
    await withoutNumber(imsi);
    const before = await hlr.registered(imsi);
    expect(await catchError(network.createSubscriber(aCall(), { imsi, msisdn, serviceState: 'active', keys }))).toEqual(
      ['PermanentError', 'imsi-exists'],
    );
    await network.deleteSubscriber(aCall(), { imsi, msisdns: [msisdn] });
    expect(await hlr.registered(imsi)).toEqual(before);
  });

  /** A subscriber with neither number nor keys, as OsmoHLR creates every new subscriber. */
  const createBare = (imsi: string) => vty(`subscriber imsi ${imsi} create`);

  it.each(['with another number', 'with keys and no number', 'with neither'])(
    '%s cannot be blocked, activated or given another number',
    async (kind) => {
      const { imsi, msisdn, newMsisdn, own } = aPerson();
      if (kind === 'with neither') await createBare(imsi);
      else if (kind === 'with keys and no number') await withoutNumber(imsi);
      else
        await network.createSubscriber(aCall(), { imsi, msisdn: newMsisdn, serviceState: 'active', keys: otherKeys });
      const before = await hlr.registered(imsi);
      const foreign = ['PermanentError', 'foreign-subscriber'];
      expect(await catchError(network.setServiceState(aCall(), own, 'suspended'))).toEqual(foreign);
      expect(
        await catchError(network.setServiceState({ key: 'block:undo', undoes: ['block:execute'] }, own, 'active')),
      ).toEqual(foreign);
      expect(await catchError(network.changeMsisdn(aCall(), own, msisdn))).toEqual(foreign);
      expect(await hlr.registered(imsi)).toEqual(before);
    },
  );

  it("with neither number nor keys is not treated as the line's own", async () => {
    const { imsi, msisdn, own } = aPerson();
    await createBare(imsi);
    const before = await hlr.registered(imsi);
    expect(await catchError(network.createSubscriber(aCall(), { imsi, msisdn, serviceState: 'active', keys }))).toEqual(
      ['PermanentError', 'imsi-exists'],
    );
    await network.deleteSubscriber({ key: 'create:undo', undoes: ['create:execute'] }, own);
    await network.deleteSubscriber(aCall(), own);
    expect(await hlr.registered(imsi)).toEqual(before);
  });

  it('with neither number nor keys on the IMSI of a new SIM stays when the change is undone', async () => {
    const { imsi, msisdn, newImsi } = await anActiveSubscriber();
    await createBare(newImsi);
    const [own, foreign] = [await hlr.registered(imsi), await hlr.registered(newImsi)];
    expect(await catchError(network.changeImsi(aCall(), imsi, newImsi, { msisdn, keys: newKeys }))).toEqual([
      'PermanentError',
      'imsi-exists',
    ]);
    await network.changeImsi({ key: 'change:undo', undoes: ['change:execute'] }, newImsi, imsi, {
      msisdn,
      keys,
      oldKeys: newKeys,
    });
    expect([await hlr.registered(imsi), await hlr.registered(newImsi)]).toEqual([own, foreign]);
  });

  it.each(['with a number', 'without one'])(
    'on the IMSI of a new SIM, %s, stays when the change is undone',
    async (kind) => {
      const { imsi, msisdn, newImsi, newMsisdn } = await anActiveSubscriber();
      if (kind === 'without one') await withoutNumber(newImsi);
      else
        await network.createSubscriber(aCall(), {
          imsi: newImsi,
          msisdn: newMsisdn,
          serviceState: 'active',
          keys: otherKeys,
        });
      const [own, foreign] = [await hlr.registered(imsi), await hlr.registered(newImsi)];
      const change = { msisdn, keys: newKeys, oldKeys: keys };
      expect(await catchError(network.changeImsi(aCall(), imsi, newImsi, change))).toEqual([
        'PermanentError',
        'imsi-exists',
      ]);
      const undo = { key: 'change:undo', undoes: ['change:execute'] };
      await network.changeImsi(undo, newImsi, imsi, { msisdn, keys, oldKeys: newKeys });
      expect([await hlr.registered(imsi), await hlr.registered(newImsi)]).toEqual([own, foreign]);
    },
  );
});

describe('an interrupted create on OsmoHLR', () => {
  /** The state after a create is interrupted after its first request. */
  const begin = (imsi: string, ...more: readonly string[]) =>
    createVty(hlr.address.vty).command(
      ['create', ...more].map((how) => `subscriber imsi ${imsi} ${how}`),
      AbortSignal.timeout(20_000),
    );
  const outOfService = 'update network-access-mode none';

  it('can be undone even if it had no number yet', async () => {
    const { imsi, own } = aPerson();
    await begin(imsi, outOfService);
    await network.deleteSubscriber({ key: 'create:undo', undoes: ['create:execute'] }, own);
    expect(await hlr.registered(imsi)).toBeUndefined();
  });

  it.each([
    ['out of service', [outOfService]],
    ['in service', []],
  ])('is completed when it is repeated, with a subscriber %s', async (_how, more) => {
    const { imsi, msisdn } = aPerson();
    await begin(imsi, ...more);
    await network.createSubscriber({ ...aCall(), isRepeat: true }, { imsi, msisdn, serviceState: 'active', keys });
    expect(await hlr.registered(imsi)).toMatchObject({ msisdn: msisdn.slice(1), access: 'cs+ps', k: keys.k });
  });
});

describe('an interrupted change of number on OsmoHLR', () => {
  it.each(['repeated', 'undone'])(
    'is %s, whichever number the subscriber has, and the subscriber can be deleted',
    async (how) => {
      for (const isChanged of [false, true]) {
        const { imsi, msisdn, newMsisdn, own } = await anActiveSubscriber();
        const either = { imsi, msisdns: [msisdn, newMsisdn] };
        if (isChanged) await network.changeMsisdn(aCall(), own, newMsisdn);
        const wanted = how === 'repeated' ? newMsisdn : msisdn;
        await network.changeMsisdn(
          how === 'repeated' ? aCall() : { key: 'change:undo', undoes: ['change:execute'] },
          either,
          wanted,
        );
        expect(await hlr.registered(imsi)).toMatchObject({ msisdn: wanted.slice(1), access: 'cs+ps', k: keys.k });
        await network.deleteSubscriber(aCall(), either);
        expect(await hlr.registered(imsi)).toBeUndefined();
      }
    },
  );
});
