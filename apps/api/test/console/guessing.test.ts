import { countOpenidBegin, countSignIn } from '@linework/operators/sign-in-limits';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestConsole } from './test-console.ts';

const console = await startTestConsole({ trustProxy: 1 });
afterAll(() => console.close());
const { db } = console.api;

let networks = 0;
let names = 0;
const aName = () => `nobody ${names++}`;
/** An address of no other test. */
const anAddress = () => `10.${(networks >> 8) & 255}.${networks++ & 255}.1`;
const from = (address: string) => ({ 'X-Forwarded-For': address });
const wrong = 'not this one at all';

async function signIn(name: string, password: string, address: string) {
  const { status, json, headers } = await console.aPage().call('POST', '/sign-in', { name, password }, from(address));
  return { status, code: json.code, retryAfter: headers['retry-after'] };
}

/** Uses up a limit without the cost of a hash for each attempt. */
async function use(
  count: number,
  name: string | (() => string),
  address: string | (() => string),
): Promise<readonly number[]> {
  const waits: number[] = [];
  const next = (value: string | (() => string)) => (typeof value === 'string' ? value : value());
  for (let attempt = 0; attempt < count; attempt += 1)
    waits.push(await countSignIn(db, { name: next(name), address: next(address) }));
  return waits;
}
const tooMany = { status: 429, code: 'too-many-sign-ins' };
const limitedEvents = (operatorId: string) =>
  db.prisma.event.findMany({ where: { resourceId: operatorId, type: 'operator.sign_in_limited' } });

describe('wrong passwords for a name', () => {
  it('are stopped after 10 from an address, and keep the person out from no other', async () => {
    const { id, name, password } = await console.aPerson('viewer');
    const attacker = anAddress();
    await use(10, name, attacker);
    const { retryAfter, ...stopped } = await signIn(name, password, attacker);
    expect(stopped).toEqual(tooMany);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect((await signIn(name, password, anAddress())).status).toBe(200);
    expect(await limitedEvents(id)).toMatchObject([{ keyId: null, details: { limit: 'pair', network: attacker } }]);
  });

  it('are stopped after 100 from everywhere, but not from an address from which the person has signed in before', async () => {
    const { id, name, password } = await console.aPerson('viewer');
    const office = anAddress();
    expect((await signIn(name, password, office)).status).toBe(200);
    // The first sign-in there counted as one of a stranger.
    const waits = await use(100, name, anAddress);
    expect(waits.map((wait) => wait > 0)).toEqual([...Array(99).fill(false), true]);
    expect(await signIn(name, password, anAddress())).toMatchObject(tooMany);
    expect((await signIn(name, password, office)).status).toBe(200);
    expect(await limitedEvents(id)).toMatchObject([{ details: { limit: 'name' } }]);
  });

  it('from one address count ten times only for the limit of the name', async () => {
    const { name, password } = await console.aPerson('viewer');
    for (const address of [anAddress(), anAddress(), anAddress()]) await use(40, name, address);
    expect((await signIn(name, password, anAddress())).status).toBe(200);
  });

  it('are forgotten after the right one, for that address', async () => {
    const { name, password } = await console.aPerson('viewer');
    const address = anAddress();
    await use(9, name, address);
    expect((await signIn(name, password, address)).status).toBe(200);
    expect(await use(10, name, address)).toEqual(Array(10).fill(0));
  });

  it('count for every address of the /56 of IPv6, and a mapped IPv4 address counts as it is', async () => {
    const { name } = await console.aPerson('viewer');
    let host = 0;
    await use(10, name, () => `2001:db8:0:11${(host++).toString(16).padStart(2, '0')}::1`);
    expect(await use(1, name, '2001:db8:0:11ff::2')).toEqual([expect.toSatisfy((wait: number) => wait > 0)]);
    expect(await use(1, name, '2001:db8:0:1200::1')).toEqual([0]);
    await use(10, name, '::ffff:192.0.2.1');
    expect(await use(1, name, '::ffff:192.0.2.2')).toEqual([0]);
  });
});

describe('an address', () => {
  it('is stopped after 50 attempts whatever the names, and who signed in there before is not', async () => {
    const { name, password } = await console.aPerson('viewer');
    const office = anAddress();
    expect((await signIn(name, password, office)).status).toBe(200);
    const waits = await use(50, aName, office);
    expect(waits.map((wait) => wait > 0)).toEqual([...Array(49).fill(false), true]);
    expect((await signIn(name, password, office)).status).toBe(200);
  });

  it('that is stopped stores nothing more', async () => {
    const address = anAddress();
    await use(51, aName, address);
    const before = await db.prisma.signInAttempt.count();
    await use(20, aName, address);
    expect(await db.prisma.signInAttempt.count()).toBe(before);
  });

  it('whose time is over is forgotten by the next attempt', async () => {
    await use(1, 'over', anAddress);
    await db.pool.query("UPDATE sign_in_attempt SET ends_at = now() - interval '1 s'");
    await use(5, 'next', anAddress());
    expect(await db.prisma.signInAttempt.count()).toBe(3);
  });
});

describe('the check of the present password', () => {
  it('is stopped after 10 wrong ones in sessions of a person, who can still sign in', async () => {
    const { name, password, call } = await console.signedIn('viewer');
    const guess = (address: string, current = wrong) =>
      call('POST', '/password', { current, next: 'another long sentence' }, from(address));
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await guess(anAddress())).status).toBe(401);
    expect(await guess(anAddress(), password)).toMatchObject({ status: 429, json: { code: 'too-many-sign-ins' } });
    expect((await signIn(name, password, anAddress())).status).toBe(200);
  });

  it('is not stopped by somebody who tries to sign in', async () => {
    const { name, password, call } = await console.signedIn('viewer');
    await use(101, name, anAddress);
    expect(
      (await call('POST', '/password', { current: password, next: 'another long sentence' }, from(anAddress()))).status,
    ).toBe(204);
  });
});

it('a sign-in through the provider that begins takes nothing from those by password', async () => {
  const { name, password } = await console.aPerson('viewer');
  const address = anAddress();
  const waits = [];
  for (let attempt = 0; attempt <= 200; attempt += 1) waits.push(await countOpenidBegin(db, address));
  expect(waits.map((wait) => wait > 0)).toEqual([...Array(200).fill(false), true]);
  expect((await signIn(name, password, address)).status).toBe(200);
});
