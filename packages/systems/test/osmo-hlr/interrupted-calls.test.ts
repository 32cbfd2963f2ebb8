import type { Network, NetworkCall } from '@linework/lines/model/systems';
import { createVty } from '@linework/systems/osmo-hlr/vty';
import { needs } from '@linework/testing/run/needs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCall, anOsmoHlr, aPerson, catchError, keys, networkAt, newKeys, type TestHlr } from './an-osmo-hlr.ts';
import { startCuttingProxy } from './start-cutting-proxy.ts';

needs('osmo-hlr');

type Person = ReturnType<typeof aPerson>;

interface Action {
  /** The subscribers that must exist first. */
  readonly given?: 'active' | 'suspended';
  act(network: Network, person: Person, call: NetworkCall): Promise<unknown>;
  /** The final state of each IMSI in the register; nothing when it has none. */
  end(person: Person): Readonly<Record<string, object | undefined>>;
}

const withoutPlus = (msisdn: string) => msisdn.slice(1);

const actions: Readonly<Record<string, Action>> = {
  'a create': {
    act: (network, { imsi, msisdn }, call) =>
      network.createSubscriber(call, { imsi, msisdn, serviceState: 'active', keys }),
    end: ({ imsi, msisdn }) => ({ [imsi]: { msisdn: withoutPlus(msisdn), access: 'cs+ps', k: keys.k } }),
  },
  'a create out of service': {
    act: (network, { imsi, msisdn }, call) => network.createSubscriber(call, { imsi, msisdn, serviceState: 'standby' }),
    end: ({ imsi, msisdn }) => ({ [imsi]: { msisdn: withoutPlus(msisdn), access: 'none' } }),
  },
  'a change of state': {
    given: 'active',
    act: (network, { own }) => network.setServiceState(aCall(), own, 'suspended'),
    end: ({ imsi, msisdn }) => ({ [imsi]: { msisdn: withoutPlus(msisdn), access: 'none' } }),
  },
  'a change of number': {
    given: 'active',
    act: (network, { imsi, msisdn, newMsisdn }) =>
      network.changeMsisdn(aCall(), { imsi, msisdns: [msisdn, newMsisdn] }, newMsisdn),
    end: ({ imsi, newMsisdn }) => ({ [imsi]: { msisdn: withoutPlus(newMsisdn), access: 'cs+ps', k: keys.k } }),
  },
  'a change of SIM': {
    given: 'active',
    act: (network, { imsi, newImsi, msisdn }) => network.changeImsi(aCall(), imsi, newImsi, { msisdn, keys: newKeys }),
    end: ({ imsi, newImsi, msisdn }) => ({
      [imsi]: undefined,
      [newImsi]: { msisdn: withoutPlus(msisdn), access: 'cs+ps', ...newKeys },
    }),
  },
  'a change of SIM out of service': {
    given: 'suspended',
    act: (network, { imsi, newImsi, msisdn }) => network.changeImsi(aCall(), imsi, newImsi, { msisdn, keys: newKeys }),
    end: ({ imsi, newImsi, msisdn }) => ({
      [imsi]: undefined,
      [newImsi]: { msisdn: withoutPlus(msisdn), access: 'none', ...newKeys },
    }),
  },
  'a delete': {
    given: 'active',
    act: (network, { imsi, msisdn }) => network.deleteSubscriber(aCall(), { imsi, msisdns: [msisdn] }),
    end: ({ imsi }) => ({ [imsi]: undefined }),
  },
};

let hlr: TestHlr;
let network: Network;
beforeAll(async () => {
  hlr = await anOsmoHlr();
  network = networkAt(hlr.address);
});
afterAll(() => hlr?.stop());

async function createPerson(given: Action['given']): Promise<Person> {
  const person = aPerson();
  if (given) await network.createSubscriber(aCall(), { ...person, serviceState: given, keys });
  return person;
}

/** Interrupts the action at one request, then repeats it. Returns the error; nothing when it had no such request. */
async function interruptAndRepeat({ given, act, end }: Action, cutAt: number, when: 'before' | 'after') {
  const person = await createPerson(given);
  const proxy = await startCuttingProxy(hlr.address, cutAt, when);
  const fault = await catchError(act(networkAt(proxy.address), person, aCall()));
  proxy.close();
  await act(network, person, { ...aCall(), isRepeat: true });
  for (const [imsi, wanted] of Object.entries(end(person))) {
    const registered = await hlr.registered(imsi);
    if (wanted) expect(registered, `cut ${when} request ${cutAt}`).toMatchObject(wanted);
    else expect(registered, `cut ${when} request ${cutAt}`).toBeUndefined();
  }
  return fault;
}

describe('interrupted at any of its requests', () => {
  it.each(Object.keys(actions).flatMap((name) => [[name, 'before'] as const, [name, 'after'] as const]))(
    '%s gives the same result when it is repeated after a cut %s the request',
    async (name, when) => {
      const action = actions[name];
      if (!action) throw new Error(`The action "${name}" is not defined.`);
      let cuts = 0;
      for (; ; cuts += 1) {
        const fault = await interruptAndRepeat(action, cuts + 1, when);
        if (!fault) break;
        // Before the first command the error is `SystemUnavailable`; afterwards the result is unknown.
        expect(fault).toEqual([expect.stringMatching(/^(NoResponseError|SystemUnavailable)$/), 'network-unreachable']);
      }
      expect(cuts).toBeGreaterThanOrEqual(4);
    },
  );

  it('a create leaves no subscriber in service that must not be', async () => {
    const seen = new Set<string | undefined>();
    for (let cutAt = 1; ; cutAt += 1) {
      const { imsi, msisdn } = aPerson();
      const proxy = await startCuttingProxy(hlr.address, cutAt, 'after');
      const fault = await catchError(
        networkAt(proxy.address).createSubscriber(aCall(), { imsi, msisdn, serviceState: 'standby', keys }),
      );
      proxy.close();
      const registered = await hlr.registered(imsi);
      // Without keys a phone cannot attach.
      if (registered?.k) seen.add(registered.access);
      if (!fault) break;
    }
    expect(seen).toEqual(new Set(['none']));
  });

  it('a change of SIM needs the number when neither SIM has it', async () => {
    const { imsi, newImsi, msisdn } = await createPerson('active');
    const vty = createVty(hlr.address.vty);
    await vty.command(`subscriber imsi ${imsi} update msisdn none`, AbortSignal.timeout(20_000));
    expect(await catchError(network.changeImsi(aCall(), imsi, newImsi))).toEqual(['PermanentError', 'msisdn-unknown']);
    await network.changeImsi(aCall(), imsi, newImsi, { msisdn });
    expect(await hlr.registered(newImsi)).toMatchObject({ msisdn: withoutPlus(msisdn), access: 'cs+ps' });
  });
});
