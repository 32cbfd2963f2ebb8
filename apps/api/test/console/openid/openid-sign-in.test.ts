import { createLog } from '@linework/log/log';
import { createOpenidProviders } from '@linework/systems/openid/create-openid-provider';
import { openidConfig } from '@linework/systems/openid/openid-config';
import * as client from 'openid-client';
import { v7 as newId } from 'uuid';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestConsole } from '../test-console.ts';
import { type Account, otherClientId, redirectUri, startTestProvider } from './a-provider.ts';

const silent = createLog({ name: 'test', level: 'silent' });
const provider = await startTestProvider();
const settings = z.object(openidConfig).parse({
  OPENID_ISSUER: provider.issuer,
  OPENID_CLIENT_ID: provider.clientId,
  OPENID_CLIENT_SECRET: provider.clientSecret,
  OPENID_NAME: 'Acme',
  OPENID_SCOPES: 'openid email groups',
  OPENID_OPERATOR_GROUP: 'line-operators',
  OPENID_VIEWER_GROUP: 'staff',
});
const CONSOLE_URL = 'https://console.example';
const console = await startTestConsole({ openid: createOpenidProviders({ ...settings, CONSOLE_URL }, silent) });
afterAll(async () => {
  await console.close();
  await provider.close();
});
afterEach(() => {
  provider.tamper = undefined;
});
const { db } = console.api;

let count = 0;
/** Somebody at the provider, and the person here with the same address. */
async function someone({ role = 'operator' }: { readonly role?: 'viewer' | 'operator' | 'administrator' } = {}) {
  count += 1;
  const email = `person-${count}@acme.example`;
  const account: Account = {
    sub: `subject-${count}`,
    email: email.toUpperCase(),
    email_verified: true,
    groups: ['line-operators'],
  };
  const { id } = await db.prisma.operator.create({ data: { id: newId(), name: `Employee ${count}`, email, role } });
  return { id, email, account };
}

async function begin(returnTo?: string) {
  const page = console.aPage();
  const { json } = await page.call('POST', '/openid/begin', returnTo === undefined ? {} : { returnTo });
  return { page, url: json.url as string };
}

/** Signs an account in, in a new browser. */
async function signIn(account: Account) {
  const { page, url } = await begin();
  const search = await provider.visit(url, account);
  return { page, search, ...(await page.call('POST', '/openid/finish', { search })) };
}

const failed = { status: 401, json: { code: 'openid-sign-in-failed' } };
const unknown = { status: 403, json: { code: 'no-such-operator' } };

describe('a sign-in through the provider', () => {
  it('is offered with the name of the provider', async () => {
    expect((await console.aPage().call('GET', '/sign-in-ways')).json).toEqual({
      password: true,
      openid: { name: 'Acme' },
    });
  });

  it('links the person with the verified address at the first time, and finds it by subject later', async () => {
    const { id, account } = await someone();
    const first = await signIn(account);
    expect(first).toMatchObject({
      status: 200,
      json: { operator: { id, role: 'operator', mustChangePassword: false }, returnTo: '/console/' },
    });
    expect((await first.page.call('GET', '/orders?limit=1')).status).toBe(200);
    const later = await signIn({ ...account, email: 'married@acme.example' });
    expect(later.json.operator.id).toBe(id);
    const events = await db.prisma.event.findMany({ where: { resourceId: id }, orderBy: { seq: 'asc' } });
    expect(events.map(({ type, details }) => [type, details])).toEqual([
      ['operator.changed', { changed: 'openidSubject' }],
      ['operator.signed_in', { way: 'openid' }],
      ['operator.signed_in', { way: 'openid' }],
    ]);
  });

  it('gives the role of the groups, and leaves an administrator one', async () => {
    const person = await someone({ role: 'operator' });
    expect((await signIn({ ...person.account, groups: ['staff'] })).json.operator.role).toBe('viewer');
    const administrator = await someone({ role: 'administrator' });
    expect((await signIn({ ...administrator.account, groups: ['staff'] })).json.operator.role).toBe('administrator');
  });

  it('needs no other password of a person who was just created', async () => {
    const { id, account } = await someone();
    await db.prisma.operator.update({ where: { id }, data: { passwordHash: 'unused', mustChangePassword: true } });
    const { page } = await signIn(account);
    expect((await page.call('GET', '/orders?limit=1')).status).toBe(200);
  });

  it('ends here and names the page of the provider that ends it there', async () => {
    const { page } = await signIn((await someone()).account);
    const stolen = page.cookie;
    const { status, json } = await page.call('POST', '/sign-out', {});
    expect(status).toBe(200);
    const { origin, searchParams } = new URL(json.providerUrl);
    expect([origin, searchParams.get('post_logout_redirect_uri')]).toEqual([
      provider.issuer,
      'https://console.example/console/',
    ]);
    page.cookie = stolen;
    expect((await page.call('GET', '/session')).status).toBe(401);
  });

  it('keeps its cookie to this host and its pages, for ten minutes', async () => {
    const { headers } = await console.aPage().call('POST', '/openid/begin', {});
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-linework-sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
  });
});

describe('a provider that is unavailable', () => {
  it('is a 503, while passwords go on working', async () => {
    const away = { ...settings, OPENID_ISSUER: 'http://127.0.0.1:1', CONSOLE_URL };
    await expect(createOpenidProviders(away, silent)[0]?.begin()).rejects.toMatchObject({
      status: 503,
      code: 'openid-unavailable',
    });
  });
});

describe('an attack on a sign-in through the provider', () => {
  it('with the state of another browser is refused, and the victim can still finish', async () => {
    const victim = await begin();
    const attacker = await begin();
    const search = await provider.visit(attacker.url, (await someone()).account);
    expect(await victim.page.call('POST', '/openid/finish', { search })).toMatchObject(failed);
    const own = await provider.visit(victim.url, (await someone()).account);
    expect((await victim.page.call('POST', '/openid/finish', { search: own })).status).toBe(200);
  });

  it('with the code of another browser under the own state is refused', async () => {
    const { page, url } = await begin();
    const stolen = await provider.visit((await begin()).url, (await someone()).account);
    const own = await provider.visit(url, (await someone()).account);
    const mixed = new URLSearchParams(own);
    mixed.set('code', new URLSearchParams(stolen).get('code') ?? '');
    expect(await page.call('POST', '/openid/finish', { search: mixed.toString() })).toMatchObject(failed);
  });

  it('without the cookie of the browser that began it is refused', async () => {
    const search = await provider.visit((await begin()).url, (await someone()).account);
    expect(await console.aPage().call('POST', '/openid/finish', { search })).toMatchObject(failed);
  });

  it('that uses a code twice is refused before the provider is asked', async () => {
    const { page, url } = await begin();
    const begun = page.cookie;
    const search = await provider.visit(url, (await someone()).account);
    expect((await page.call('POST', '/openid/finish', { search })).status).toBe(200);
    page.cookie = begun;
    let exchanges = 0;
    provider.tamper = () => {
      exchanges += 1;
    };
    expect(await page.call('POST', '/openid/finish', { search })).toMatchObject(failed);
    expect(exchanges).toBe(0);
  });

  it('that comes after ten minutes is refused', async () => {
    const { page, url } = await begin();
    const search = await provider.visit(url, (await someone()).account);
    await db.prisma.openidSignIn.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await page.call('POST', '/openid/finish', { search })).toMatchObject(failed);
  });

  it('with a token for another nonce is refused', async () => {
    const { page, url } = await begin();
    const search = await provider.visit(url, (await someone()).account);
    await db.prisma.openidSignIn.updateMany({ data: { nonce: 'of an earlier sign-in' } });
    expect(await page.call('POST', '/openid/finish', { search })).toMatchObject(failed);
  });

  it('with a token for another program is refused', async () => {
    const { account } = await someone();
    const { page, url } = await begin();
    const nonce = new URL(url).searchParams.get('nonce') ?? '';
    const ofOther = await readTokenOfOther(account, nonce);
    const search = await provider.visit(url, account);
    provider.tamper = (response) => {
      response.id_token = ofOther;
    };
    expect(await page.call('POST', '/openid/finish', { search })).toMatchObject(failed);
  });

  it('with a token that somebody else has signed is refused', async () => {
    const { page, url } = await begin();
    const search = await provider.visit(url, (await someone()).account);
    provider.tamper = (response) => {
      const [head, body] = response.id_token?.split('.') ?? [];
      response.id_token = `${head}.${body}.${Buffer.from('no signature of the provider').toString('base64url')}`;
    };
    expect(await page.call('POST', '/openid/finish', { search })).toMatchObject(failed);
  });

  it.each([
    ['is not verified', { email_verified: false }],
    ['has no word about its verification', { email_verified: undefined }],
  ])('with an address that %s is refused', async (_name, change) => {
    const { account } = await someone();
    expect(await signIn(Object.assign(account, change))).toMatchObject(unknown);
  });

  it('by a new account with the address of a person who is linked already is refused', async () => {
    const { account } = await someone();
    await signIn(account);
    expect(await signIn({ ...account, sub: 'the next owner of the address' })).toMatchObject(unknown);
  });

  it('by the account from before the address of a person was changed is refused', async () => {
    const { id, account } = await someone();
    await signIn(account);
    const administrator = await console.signedIn('administrator');
    await administrator.call('PATCH', `/operators/${id}`, { email: `new-${id}@acme.example` });
    expect(await signIn(account)).toMatchObject(unknown);
  });

  it('by a subject of an earlier provider is refused', async () => {
    const { id, account } = await someone();
    await signIn(account);
    await db.prisma.operator.update({ where: { id }, data: { openidIssuer: 'https://earlier.example' } });
    expect(await signIn(account)).toMatchObject(unknown);
  });

  it('by a disabled person is refused', async () => {
    const { id, account } = await someone();
    await signIn(account);
    await db.prisma.operator.update({ where: { id }, data: { disabledAt: new Date() } });
    expect(await signIn(account)).toMatchObject(unknown);
  });

  it('by somebody whom nobody has created is refused, and creates nobody', async () => {
    const before = await db.prisma.operator.count();
    expect(
      await signIn({
        sub: 'stranger',
        email: 'stranger@acme.example',
        email_verified: true,
        groups: ['line-operators'],
      }),
    ).toMatchObject(unknown);
    expect(await db.prisma.operator.count()).toBe(before);
  });

  it('by somebody in none of the groups is refused, and is not linked', async () => {
    const { id, account } = await someone();
    expect(await signIn({ ...account, groups: ['other'] })).toMatchObject(unknown);
    expect(await db.prisma.operator.findFirst({ where: { id } })).toMatchObject({ openidSubject: null });
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/console/../..//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/console@evil.example',
  ])('that would lead to %s afterwards is refused', async (returnTo) => {
    const { status, json } = await console.aPage().call('POST', '/openid/begin', { returnTo });
    expect({ status, pointer: json.errors?.[0]?.pointer }).toEqual({ status: 400, pointer: '/returnTo' });
  });

  it('from a page of another site is refused', async () => {
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect(await console.aPage().call('POST', '/openid/begin', {}, foreign)).toMatchObject({
      status: 403,
      json: { code: 'cross-site-request' },
    });
  });
});

/** What the provider has signed for another program, about the same person and with the same nonce. */
async function readTokenOfOther(account: Account, nonce: string): Promise<string> {
  const other = await client.discovery(new URL(provider.issuer), otherClientId, provider.clientSecret, undefined, {
    execute: [client.allowInsecureRequests],
  });
  const verifier = client.randomPKCECodeVerifier();
  const challenge = await client.calculatePKCECodeChallenge(verifier);
  const parameters = {
    redirect_uri: redirectUri,
    scope: 'openid',
    nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  const search = await provider.visit(client.buildAuthorizationUrl(other, parameters).href, account);
  const checks = { expectedNonce: nonce, pkceCodeVerifier: verifier };
  const { id_token } = await client.authorizationCodeGrant(other, new URL(`${redirectUri}?${search}`), checks);
  return id_token ?? '';
}
