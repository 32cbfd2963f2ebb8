import { createLog } from '@linework/log/log';
import { createOpenidProviders } from '@linework/systems/openid/create-openid-provider';
import { openidConfig } from '@linework/systems/openid/openid-config';
import { aBroker } from '@linework/testing/a-broker';
import { aLine } from '@linework/testing/a-line';
import { v7 as newId } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApi } from '../../support/test-api.ts';
import { startConsoleOf } from '../test-console.ts';
import { type Account, startTestProvider } from './a-provider.ts';

const api = await startTestApi();
const [ofAcme, ofGlobex] = [await startTestProvider(), await startTestProvider()];
const [acme, globex] = [await aBroker(api.db), await aBroker(api.db)];
const [stockRoleId, strangeRoleId] = [newId(), newId()];
for (const [id, brokerId] of [
  [stockRoleId, acme.id],
  [strangeRoleId, globex.id],
] as const)
  await api.db.prisma.operatorRole.create({ data: { id, brokerId, name: `Stock ${id}`, scopes: ['lines:read'] } });
const describeProvider = (company: string, { issuer, clientId, clientSecret }: typeof ofAcme, brokerId: string) => ({
  company,
  brokerId,
  issuer,
  clientId,
  clientSecret,
  name: `${company} login`,
  scopes: 'openid email groups',
  roles: [
    { group: 'desk', role: 'care' },
    { group: 'stock', roleId: stockRoleId },
    { group: 'strange', roleId: strangeRoleId },
    { group: 'everybody', role: 'viewer' },
  ],
});
const settings = z.object(openidConfig).parse({
  OPENID_OF_BROKERS: JSON.stringify([
    describeProvider('acme', ofAcme, acme.id),
    describeProvider('globex', ofGlobex, globex.id),
  ]),
});
const silent = createLog({ name: 'test', level: 'silent' });
const openid = createOpenidProviders({ ...settings, CONSOLE_URL: 'https://console.example' }, silent);
const console = await startConsoleOf(api, { openid });
afterAll(async () => {
  await console.close();
  await Promise.all([ofAcme.close(), ofGlobex.close()]);
});

let count = 0;
/** A person of a broker, or of the operator, and an account with the same address. */
async function someone(brokerId: string | null) {
  count += 1;
  const email = `person-${count}@acme.example`;
  const account: Account = { sub: `subject-${count}`, email, email_verified: true, groups: ['everybody'] };
  const data = { id: newId(), name: `Employee ${count}`, email, role: 'viewer', brokerId };
  const { id } = await api.db.prisma.operator.create({ data });
  return { id, account };
}

async function begin(company: string | undefined) {
  const page = console.aPage();
  const { status, json } = await page.call('POST', '/openid/begin', { company });
  return { page, status, url: json.url as string };
}

async function signIn(company: 'acme' | 'globex', account: Account) {
  const { page, url } = await begin(company);
  const search = await (company === 'acme' ? ofAcme : ofGlobex).visit(url, account);
  return { page, ...(await page.call('POST', '/openid/finish', { search, company })) };
}

const failed = { status: 401, json: { code: 'openid-sign-in-failed' } };
const unknown = { status: 403, json: { code: 'no-such-operator' } };

describe('the provider of a broker', () => {
  it('is named to who knows its company, and to nobody else', async () => {
    const waysOf = async (query: string) => (await console.aPage().call('GET', `/sign-in-ways${query}`)).json.openid;
    expect(await waysOf('?company=acme')).toEqual({ name: 'acme login' });
    expect(await waysOf('?company=initech')).toBeNull();
    expect(await waysOf('')).toBeNull();
  });

  it('signs in a person of the broker, with the role of the first group, for the records of the broker', async () => {
    const { id, account } = await someone(acme.id);
    const own = await aLine(api.db, 'ACTIVE', { brokerId: acme.id });
    await aLine(api.db, 'ACTIVE', { brokerId: globex.id });
    const { page, json } = await signIn('acme', { ...account, groups: ['everybody', 'desk'] });
    expect(json.operator).toMatchObject({ id, role: 'care' });
    const lines = await page.call('GET', '/lines');
    expect(lines.json.items.map((line: { id: string }) => line.id)).toEqual([own.id]);
    expect((await signIn('acme', account)).json.operator).toMatchObject({ id, role: 'viewer' });
  });

  it('gives a role that an administrator made, with its scopes, and takes it away with the group', async () => {
    const { id, account } = await someone(acme.id);
    const { page, json } = await signIn('acme', { ...account, groups: ['stock', 'everybody'] });
    const ownRole = { id, role: 'custom', roleName: `Stock ${stockRoleId}`, scopes: ['lines:read'] };
    expect(json.operator).toMatchObject(ownRole);
    expect((await page.call('GET', '/session')).json.operator).toMatchObject(ownRole);
    expect((await page.call('GET', '/lines')).status).toBe(200);
    expect((await page.call('GET', '/holders')).json).toMatchObject({ status: 403, code: 'missing-scope' });
    expect((await signIn('acme', account)).json.operator).toMatchObject({ id, role: 'viewer' });
    expect(await api.db.prisma.operator.findFirst({ where: { id } })).toMatchObject({ role: 'viewer', roleId: null });
  });

  it('signs in nobody by a role of another broker, and leaves the role as it was', async () => {
    const { id, account } = await someone(acme.id);
    expect(await signIn('acme', { ...account, groups: ['strange'] })).toMatchObject(unknown);
    expect(await api.db.prisma.operator.findFirst({ where: { id } })).toMatchObject({ role: 'viewer', roleId: null });
  });

  it('ends the session at itself', async () => {
    const { page } = await signIn('acme', (await someone(acme.id)).account);
    const { json } = await page.call('POST', '/sign-out', {});
    expect(new URL(json.providerUrl).origin).toBe(ofAcme.issuer);
  });

  it.each([
    ['the operator', null],
    ['another broker', globex.id],
  ])('signs in nobody of %s, whatever address it verifies', async (_name, brokerId) => {
    const { id, account } = await someone(brokerId);
    expect(await signIn('acme', account)).toMatchObject(unknown);
    expect(await api.db.prisma.operator.findFirst({ where: { id } })).toMatchObject({ openidSubject: null });
  });

  it('may give the subject that another provider has given', async () => {
    const [one, other] = [await someone(acme.id), await someone(globex.id)];
    const subject = { sub: 'the same subject' };
    expect((await signIn('acme', { ...one.account, ...subject })).json.operator.id).toBe(one.id);
    expect((await signIn('globex', { ...other.account, ...subject })).json.operator.id).toBe(other.id);
    expect((await signIn('acme', { ...one.account, ...subject })).json.operator.id).toBe(one.id);
  });

  it('makes nobody an administrator, and leaves one who is', async () => {
    const { id, account } = await someone(acme.id);
    await api.db.prisma.operator.update({ where: { id }, data: { role: 'administrator' } });
    expect((await signIn('acme', account)).json.operator.role).toBe('administrator');
  });
});

describe('an attack with the provider of another broker', () => {
  it('that begins at one provider and comes back from the other is refused', async () => {
    const { account } = await someone(globex.id);
    const { page } = await begin('acme');
    const search = await ofGlobex.visit((await begin('globex')).url, account);
    expect(await page.call('POST', '/openid/finish', { search, company: 'globex' })).toMatchObject(failed);
  });

  it('that hands the answer of one provider to the other is refused before anybody is asked', async () => {
    const { account } = await someone(acme.id);
    const { page, url } = await begin('acme');
    const answer = new URLSearchParams(await ofAcme.visit(url, account));
    answer.delete('iss');
    let exchanges = 0;
    for (const provider of [ofAcme, ofGlobex])
      provider.tamper = () => {
        exchanges += 1;
      };
    expect(await page.call('POST', '/openid/finish', { search: answer.toString(), company: 'globex' })).toMatchObject(
      failed,
    );
    expect(exchanges).toBe(0);
    for (const provider of [ofAcme, ofGlobex]) provider.tamper = undefined;
  });

  it('with a company that is not configured is refused', async () => {
    expect(await begin('initech')).toMatchObject({ status: 401 });
    expect(await begin(undefined)).toMatchObject({ status: 401 });
  });
});
