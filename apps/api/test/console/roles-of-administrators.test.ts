import { randomUUID } from 'node:crypto';
import { createApiKey } from '@linework/api-keys/create-api-key';
import { findSession, isSessionOpen } from '@linework/operators/find-session';
import { startSession } from '@linework/operators/start-session';
import { aBroker } from '@linework/testing/a-broker';
import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestConsole } from './test-console.ts';

const console = await startTestConsole();
afterAll(() => console.close());
const { db } = console.api;

const broker = await aBroker(db);
const other = await aBroker(db);
const line = await anActiveLine(db, { brokerId: broker.id });
const administrator = await console.signedIn('administrator', broker.id);
const theirAdministrator = await console.signedIn('administrator', other.id);
const ofOperator = await console.signedIn('administrator');

const aName = () => `Front desk ${randomUUID()}`;

async function aRole(scopes: readonly string[], by = administrator) {
  const { status, json } = await by.call('POST', '/roles', { name: aName(), scopes });
  expect(status).toBe(201);
  return json;
}

/** A person who is signed in and has a role that an administrator made. */
async function withRole(roleId: string, brokerId: string | null = broker.id) {
  const person = await console.aPerson('viewer', brokerId ?? undefined);
  await db.prisma.operator.update({ where: { id: person.id }, data: { role: 'custom', roleId } });
  const session = await startSession(db, person.id, 'password');
  return Object.assign(console.aPage(), person, { cookie: `__Host-linework=${session?.token}` });
}

describe('a role that an administrator makes', () => {
  it('is given to a person, whose session has its scopes and its name', async () => {
    const role = await aRole(['lines:read', 'orders:read']);
    const { json } = await administrator.call('POST', '/operators', { name: aName(), roleId: role.id });
    expect(json).toMatchObject({ role: 'custom', roleId: role.id, brokerId: broker.id });
    const page = await withRole(role.id);
    expect((await page.call('GET', '/session')).json.operator).toMatchObject({
      role: 'custom',
      roleName: role.name,
      scopes: ['lines:read', 'orders:read'],
    });
    expect((await page.call('GET', `/lines/${line.id}`)).status).toBe(200);
    expect((await page.call('GET', '/holders')).json).toMatchObject({ status: 403, code: 'missing-scope' });
    expect((await page.call('POST', `/lines/${line.id}/block?dryRun=true`)).json).toMatchObject({
      code: 'missing-scope',
    });
    expect((await administrator.call('GET', `/roles/${role.id}`)).json.people).toBe(2);
    const listed = await administrator.call('GET', `/operators?roleId=${role.id}`);
    expect(listed.json.meta.total).toBe(2);
  });

  it('changes what its people may do with their next request, in sessions that go on', async () => {
    const role = await aRole(['lines:read', 'holders:read']);
    const page = await withRole(role.id);
    expect((await page.call('GET', '/holders')).status).toBe(200);
    const changed = await administrator.call('PATCH', `/roles/${role.id}`, { scopes: ['lines:read'] });
    expect(changed.json.scopes).toEqual(['lines:read']);
    expect((await page.call('GET', '/holders')).json).toMatchObject({ status: 403, code: 'missing-scope' });
    expect((await page.call('GET', '/lines')).status).toBe(200);
  });

  it('is one of several, and with another one the person signs in again', async () => {
    const page = await withRole((await aRole(['lines:read'])).id);
    const next = await aRole(['holders:read']);
    expect((await page.call('GET', '/lines')).status).toBe(200);
    await administrator.call('PATCH', `/operators/${page.id}`, { roleId: next.id });
    expect((await page.call('GET', '/lines')).status).toBe(401);
  });

  it('of a broker never gets the scope of the operator, also not from an operator', async () => {
    const role = await aRole(['lines:read']);
    const { json } = await ofOperator.call('PATCH', `/roles/${role.id}`, { scopes: ['operator'] });
    expect(json).toMatchObject({ status: 400, code: 'validation-error', errors: [{ pointer: '/scopes' }] });
    expect((await administrator.call('GET', `/roles/${role.id}`)).json.scopes).toEqual(['lines:read']);
  });

  it('is changed only as it was read', async () => {
    const role = await aRole(['lines:read']);
    const { headers } = await administrator.call('GET', `/roles/${role.id}`);
    const known = { 'If-Match': String(headers['etag']) };
    expect((await administrator.call('PATCH', `/roles/${role.id}`, { name: aName() }, known)).status).toBe(200);
    expect((await administrator.call('PATCH', `/roles/${role.id}`, { name: aName() }, known)).status).toBe(412);
  });

  it('has a name that no other role of its owner has, regardless of case', async () => {
    const role = await aRole(['lines:read']);
    const again = { name: role.name.toUpperCase(), scopes: ['lines:read'] };
    expect((await administrator.call('POST', '/roles', again)).json).toMatchObject({
      status: 409,
      code: 'role-name-taken',
    });
    expect((await theirAdministrator.call('POST', '/roles', again)).status).toBe(201);
  });

  it('stays while a person has it, and is deleted when nobody has', async () => {
    const role = await aRole(['lines:read']);
    const { json } = await administrator.call('POST', '/operators', { name: aName(), roleId: role.id });
    expect((await administrator.call('DELETE', `/roles/${role.id}`)).json).toMatchObject({
      status: 409,
      code: 'role-in-use',
      people: 1,
    });
    expect((await administrator.call('PATCH', `/operators/${json.id}`, { role: 'care' })).json.role).toBe('care');
    expect((await administrator.call('DELETE', `/roles/${role.id}`)).status).toBe(204);
    expect((await administrator.call('GET', `/roles/${role.id}`)).status).toBe(404);
    const unknown = { name: aName(), roleId: role.id };
    expect((await administrator.call('POST', '/operators', unknown)).json).toMatchObject({
      status: 422,
      code: 'unknown-role',
      errors: [{ pointer: '/roleId' }],
    });
  });

  it('is in the audit of its broker with the scopes before and after, and in no other', async () => {
    const role = await aRole(['lines:read']);
    await administrator.call('PATCH', `/roles/${role.id}`, { scopes: ['lines:read', 'orders:read'] });
    await administrator.call('DELETE', `/roles/${role.id}`);
    const events = await db.prisma.event.findMany({ where: { resourceId: role.id }, orderBy: { id: 'asc' } });
    expect(events.map(({ type, keyId, brokerId }) => ({ type, keyId, brokerId }))).toEqual(
      ['role.created', 'role.changed', 'role.deleted'].map((type) => ({
        type,
        keyId: administrator.id,
        brokerId: broker.id,
      })),
    );
    expect(events[1]?.details).toEqual({ changed: 'scopes', scopes: 'lines:read to lines:read, orders:read' });
    const entriesOf = async (reader: typeof administrator) =>
      (await reader.call('GET', `/audit?keyId=${administrator.id}&limit=100`)).text.includes(role.id);
    expect(await entriesOf(administrator)).toBe(true);
    expect(await entriesOf(theirAdministrator)).toBe(false);
  });

  it('needs exactly one of role and roleId', async () => {
    const role = await aRole(['lines:read']);
    for (const given of [{}, { role: 'care', roleId: role.id }])
      expect((await administrator.call('POST', '/operators', { name: aName(), ...given })).status).toBe(400);
  });

  it('shows what is of all brokers with the scope of the operator, and changes nothing by it', async () => {
    const role = await aRole(['operator', 'lines:read', 'keys:read'], ofOperator);
    const page = await withRole(role.id, null);
    expect((await page.call('GET', '/pauses')).status).toBe(200);
    const attempts = [
      ['POST', '/operators', { name: aName(), role: 'administrator' }],
      ['POST', '/api-keys', { name: aName(), scopes: ['operator'] }],
      ['POST', '/brokers', { name: aName() }],
      ['POST', '/pauses', { reason: 'to stop all', orderTypes: ['LINE_BLOCK'] }],
    ] as const;
    for (const [method, path, body] of attempts)
      expect([path, (await page.call(method, path, body)).json.code]).toEqual([path, 'missing-scope']);
  });

  it('makes no key that chooses where events go', async () => {
    const page = await withRole((await aRole(['keys:read', 'keys:write', 'webhooks:write', 'events:read'])).id);
    const key = (scopes: readonly string[]) => page.call('POST', '/api-keys', { name: aName(), scopes });
    expect((await key(['events:read', 'webhooks:write'])).json).toMatchObject({
      code: 'key-has-more-scopes',
      scopes: ['webhooks:write'],
    });
    expect((await key(['events:read'])).status).toBe(201);
  });

  it('ends what is read over a long time when it loses a scope', async () => {
    const role = await aRole(['lines:read', 'events:read']);
    const { cookie } = await withRole(role.id);
    const operator = await findSession(db, cookie.split('=')[1] ?? '');
    if (!operator) throw new Error('the session is not found');
    const caller = { keyId: operator.id, operator, brokerId: broker.id, scopes: role.scopes };
    await administrator.call('PATCH', `/roles/${role.id}`, { scopes: ['lines:read', 'events:read', 'orders:read'] });
    expect(await isSessionOpen(db, caller)).toBe(true);
    await administrator.call('PATCH', `/roles/${role.id}`, { scopes: ['lines:read'] });
    expect(await isSessionOpen(db, caller)).toBe(false);
  });

  it('pauses the batches of its people when they may no longer act', async () => {
    const role = await aRole(['lines:read', 'lines:write', 'orders:read', 'orders:write']);
    const page = await withRole(role.id);
    const batch = await page.call('POST', '/bulk-operations', {
      operation: 'block',
      lineIds: [line.id],
      reason: 'A test of the role.',
    });
    expect(batch.status).toBe(202);
    const scopes = ['lines:read', 'lines:write', 'orders:read'];
    await administrator.call('PATCH', `/roles/${role.id}`, { scopes });
    const { status } = await db.prisma.bulkOperation.findUniqueOrThrow({ where: { id: batch.json.id } });
    expect(status).toBe('PAUSED');
  });
});

describe('a role of another broker', () => {
  it('does not exist, in an address, in a list, for a change and for a person', async () => {
    const role = await aRole(['lines:read']);
    expect((await theirAdministrator.call('GET', `/roles/${role.id}`)).status).toBe(404);
    expect((await theirAdministrator.call('PATCH', `/roles/${role.id}`, { name: 'Ours' })).status).toBe(404);
    expect((await theirAdministrator.call('DELETE', `/roles/${role.id}`)).status).toBe(404);
    expect((await theirAdministrator.call('GET', `/roles?brokerId=${broker.id}`)).json.meta.total).toBe(0);
    const person = { name: aName(), roleId: role.id };
    expect((await theirAdministrator.call('POST', '/operators', person)).json.code).toBe('unknown-role');
    expect((await ofOperator.call('POST', '/operators', person)).json.code).toBe('unknown-role');
    expect((await ofOperator.call('POST', '/operators', { ...person, brokerId: broker.id })).status).toBe(201);
    expect((await ofOperator.call('GET', `/roles/${role.id}`)).json.brokerId).toBe(broker.id);
  });

  it('is not given by the database either', async () => {
    const role = await aRole(['lines:read']);
    for (const brokerId of [other.id, undefined]) {
      const person = await console.aPerson('viewer', brokerId);
      await expect(
        db.prisma.operator.update({ where: { id: person.id }, data: { role: 'custom', roleId: role.id } }),
      ).rejects.toThrow();
    }
  });
});

describe('nobody makes more of themselves with a role', () => {
  it.each([
    ['a broker', administrator],
    ['the operator for a broker', ofOperator],
  ])('not by the scope of the operator in a role that %s makes', async (_name, by) => {
    const body = { name: aName(), scopes: ['operator'], ...(by === ofOperator && { brokerId: broker.id }) };
    expect([400, 403]).toContain((await by.call('POST', '/roles', body)).status);
    await expect(
      db.prisma.operatorRole.create({
        data: { id: randomUUID(), brokerId: broker.id, name: aName(), scopes: ['operator'] },
      }),
    ).rejects.toThrow();
  });

  it('not by widening the own role, or by taking over a wider one', async () => {
    const own = await aRole(['people:read', 'people:write', 'lines:read']);
    const wide = await aRole(['lines:read', 'lines:write']);
    const page = await withRole(own.id);
    const missing = { status: 403, code: 'missing-scope' };
    const wider = { scopes: ['people:read', 'people:write', 'lines:read', 'lines:write'] };
    expect((await page.call('PATCH', `/roles/${own.id}`, wider)).json).toMatchObject(missing);
    expect((await page.call('POST', '/roles', { name: aName(), ...wider })).json).toMatchObject(missing);
    expect((await page.call('PATCH', `/roles/${wide.id}`, { scopes: ['lines:read'] })).json).toMatchObject(missing);
    expect((await page.call('DELETE', `/roles/${wide.id}`)).json).toMatchObject(missing);
    expect((await page.call('PATCH', `/operators/${page.id}`, { roleId: wide.id })).json).toMatchObject(missing);
    expect((await page.call('POST', '/operators', { name: aName(), roleId: wide.id })).json).toMatchObject(missing);
    expect((await page.call('POST', '/operators', { name: aName(), roleId: own.id })).status).toBe(201);
  });

  it('not with a key that lacks a scope of the role', async () => {
    const { key } = await createApiKey(db, {
      name: 'invites',
      brokerId: broker.id,
      scopes: ['people:write', 'lines:read'],
    });
    const send = (scopes: readonly string[]) =>
      fetch(new URL('/roles', console.api.url), {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: aName(), scopes }),
      });
    expect((await send(['lines:read'])).status).toBe(201);
    expect((await send(['lines:read', 'lines:delete'])).status).toBe(403);
  });

  it.each(['viewer', 'operator', 'care', 'billing', 'catalogue', 'stock'] as const)(
    'and %s reads and makes none',
    async (role) => {
      for (const brokerId of [broker.id, undefined]) {
        const page = await console.signedIn(role, brokerId);
        expect((await page.call('GET', '/roles')).status).toBe(403);
        expect((await page.call('POST', '/roles', { name: aName(), scopes: ['lines:read'] })).status).toBe(403);
      }
    },
  );
});

describe('the last administrator', () => {
  it('gets no role that an administrator made', async () => {
    const lone = await aBroker(db);
    const last = await console.signedIn('administrator', lone.id);
    const role = await aRole(['people:read', 'people:write'], last);
    expect((await last.call('PATCH', `/operators/${last.id}`, { roleId: role.id })).json).toMatchObject({
      status: 409,
      code: 'last-administrator',
    });
  });
});
