import { randomUUID } from 'node:crypto';
import { createApiKey } from '@linework/api-keys/create-api-key';
import { scopesOfPerson } from '@linework/auth/roles';
import { assignAllEventPositions } from '@linework/events/feed/assign-event-positions';
import { aBroker } from '@linework/testing/a-broker';
import { aHolder } from '@linework/testing/a-holder';
import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { emitEvent } from '../events/feed-tools.ts';
import { openChanges } from './open-changes.ts';
import { startTestConsole } from './test-console.ts';

const console = await startTestConsole();
afterAll(() => console.close());
const { db } = console.api;

const broker = await aBroker(db);
const other = await aBroker(db);
const ours = await anActiveLine(db, { brokerId: broker.id });
const theirs = await anActiveLine(db, { brokerId: other.id });
const theirHolder = await aHolder(db, { brokerId: other.id });
const administrator = await console.signedIn('administrator', broker.id);
const theirAdministrator = await console.signedIn('administrator', other.id);
const ofOperator = await console.signedIn('administrator');

describe('a person of a broker who tries the records of another', () => {
  it.each(['viewer', 'operator', 'administrator', 'care', 'billing', 'stock'] as const)(
    'finds nothing by address, list, search and table, as %s',
    async (role) => {
      const page = await console.signedIn(role, broker.id);
      expect((await page.call('GET', `/lines/${ours.id}`)).status).toBe(200);
      expect((await page.call('GET', `/lines/${theirs.id}`)).json).toMatchObject({ status: 404, code: 'not-found' });
      const listed = await page.call('GET', '/lines');
      expect(listed.json.items.map(({ id }: { id: string }) => id)).toEqual([ours.id]);
      expect((await page.call('GET', `/lines?brokerId=${other.id}`)).json.meta.total).toBe(0);
      expect((await page.call('GET', `/lines?msisdn=%2B${theirs.msisdn.slice(1)}`)).json.meta.total).toBe(0);
      const table = await page.call('GET', '/lines', undefined, { Accept: 'text/csv' });
      expect(table.text).toContain(ours.id);
      expect(table.text).not.toContain(theirs.id);
      expect((await page.call('GET', '/order-rows')).json.items).toEqual([]);
      const found = await page.call('GET', `/search?q=${theirs.id}`);
      expect(found.json.items).toEqual([]);
    },
  );

  it('reads none of them in clear, and its own only with the scope of the record', async () => {
    const care = await console.signedIn('care', broker.id);
    const body = { resource: 'line', id: theirs.id, reason: 'a call' };
    expect((await care.call('POST', '/unmask', body)).status).toBe(404);
    expect((await care.call('POST', '/unmask', { ...body, resource: 'holder', id: theirHolder.id })).status).toBe(404);
    expect((await care.call('POST', '/unmask', { ...body, id: ours.id })).json.record.msisdn).toBe(ours.msisdn);
    const catalogue = await console.signedIn('catalogue', broker.id);
    expect(await catalogue.call('POST', '/unmask', { ...body, id: ours.id })).toMatchObject({
      status: 403,
      json: { code: 'missing-scope' },
    });
    const viewer = await console.signedIn('viewer', broker.id);
    expect((await viewer.call('POST', '/unmask', { ...body, id: ours.id })).json).toMatchObject({
      status: 403,
      code: 'missing-role',
    });
  });

  it('makes keys of its own broker only, as an administrator, and with no scope that the role lacks', async () => {
    const body = { name: 'shop', scopes: ['lines:read'] };
    const made = await administrator.call('POST', '/api-keys', body);
    expect(made).toMatchObject({ status: 201, json: { brokerId: broker.id } });
    expect(await db.prisma.event.findFirst({ where: { resourceId: made.json.id } })).toMatchObject({
      keyId: administrator.id,
    });
    const elsewhere = await administrator.call('POST', '/api-keys', { ...body, brokerId: other.id });
    expect(elsewhere.json).toMatchObject({ status: 403, code: 'other-broker' });
    const more = await administrator.call('POST', '/api-keys', { ...body, scopes: ['operator'] });
    expect(more.json).toMatchObject({ status: 403, code: 'key-has-more-scopes' });
    expect((await theirAdministrator.call('PATCH', `/api-keys/${made.json.id}`, { name: 'ours' })).status).toBe(404);
    for (const role of ['viewer', 'operator', 'care', 'billing', 'catalogue', 'stock'] as const) {
      const page = await console.signedIn(role, broker.id);
      expect((await page.call('POST', '/api-keys', body)).json).toMatchObject({ status: 403, code: 'missing-scope' });
    }
  });

  it('changes none of them, alone or in a batch', async () => {
    expect((await administrator.call('POST', `/lines/${theirs.id}/block`)).status).toBe(404);
    const batch = { operation: 'block', lineIds: [theirs.id], reason: 'tried' };
    const { json } = await administrator.call('POST', '/bulk-operations', batch);
    expect(json).toMatchObject({ status: 422, code: 'no-lines' });
    expect(await db.prisma.line.findUnique({ where: { id: theirs.id } })).toMatchObject({ status: 'ACTIVE' });
    const preview = await administrator.call('POST', '/bulk-operation-previews', {
      operation: 'block',
      filter: { brokerId: [other.id] },
    });
    expect(preview.json.total ?? 0).toBe(0);
  });

  it('hears nothing of them in the stream', async () => {
    await assignAllEventPositions(db);
    const stream = await openChanges(console.port, administrator.cookie);
    const [mine, another] = [randomUUID(), randomUUID()];
    const heard: string[] = [];
    // The first message may be of what the broker did before, or say only that something has changed.
    while (!heard.includes(mine)) {
      await emitEvent(db, { brokerId: other.id, resourceId: another });
      await emitEvent(db, { brokerId: broker.id, resourceId: mine });
      await assignAllEventPositions(db);
      const message = await stream.next();
      if (message === undefined) throw new Error('The stream has ended.');
      heard.push(...message.ids);
    }
    expect(heard).not.toContain(another);
  });

  it.each([
    ['GET', '/brokers'],
    ['GET', '/queues'],
    ['GET', '/pauses'],
    ['GET', '/saved-views'],
    ['GET', '/unanswered-calls'],
    ['POST', '/brokers'],
    ['POST', '/pauses'],
  ])('is refused what is of the operator: %s %s', async (method, path) => {
    const { json } = await administrator.call(method, path, method === 'POST' ? {} : undefined);
    expect(json).toMatchObject({ status: 403, code: 'missing-scope' });
  });
});

describe('the people of a broker', () => {
  it('sign in with the password that they were given, choose another, and sign out', async () => {
    const person = { name: `Ana ${randomUUID()}`, role: 'care' };
    const { json } = await administrator.call('POST', '/operators', person);
    const page = console.aPage();
    const given = { name: person.name, password: json.password };
    expect(await page.call('POST', '/sign-in', given)).toMatchObject({
      status: 200,
      json: { operator: { id: json.id, mustChangePassword: true } },
    });
    const chosen = 'a long sentence of Ana';
    const change = { current: given.password, next: chosen };
    expect((await page.call('POST', '/password', change)).status).toBe(204);
    expect((await page.call('GET', '/lines')).status).toBe(200);
    expect((await page.call('POST', '/sign-out')).status).toBe(204);
    expect((await page.call('GET', '/session')).status).toBe(401);
    expect((await page.call('POST', '/sign-in', { ...given, password: chosen })).status).toBe(200);
  });

  it('are listed and changed by its administrator, and are of its broker', async () => {
    const created = await administrator.call('POST', '/operators', { name: `Caio ${randomUUID()}`, role: 'care' });
    expect(created).toMatchObject({ status: 201, json: { brokerId: broker.id, role: 'care' } });
    const { id } = created.json;
    expect((await administrator.call('PATCH', `/operators/${id}`, { role: 'billing' })).json.role).toBe('billing');
    const { json } = await administrator.call('GET', '/operators?limit=100');
    const ids = json.items.map((person: { id: string }) => person.id);
    expect(ids).toContain(id);
    expect(ids).not.toContain(theirAdministrator.id);
    expect(ids).not.toContain(ofOperator.id);
    expect((await theirAdministrator.call('GET', `/operators/${id}`)).status).toBe(404);
    expect((await ofOperator.call('GET', `/operators?brokerId=${broker.id}`)).json.meta.total).toBe(json.meta.total);
  });

  it.each(['theirs', 'of the operator'])('are all whom its administrator may touch: not %s', async (whose) => {
    const { id } = whose === 'theirs' ? theirAdministrator : ofOperator;
    expect((await administrator.call('GET', `/operators/${id}`)).status).toBe(404);
    expect((await administrator.call('PATCH', `/operators/${id}`, { role: 'viewer' })).status).toBe(404);
    for (const action of ['disable', 'enable', 'end-sessions', 'reset-password'])
      expect((await administrator.call('POST', `/operators/${id}/${action}`)).status).toBe(404);
  });

  it('are not invited into another broker, and nobody of them is of the operator', async () => {
    const person = { name: `Davi ${randomUUID()}`, role: 'viewer', brokerId: other.id };
    expect((await administrator.call('POST', '/operators', person)).json).toMatchObject({ code: 'other-broker' });
    const unknown = { ...person, brokerId: randomUUID() };
    expect((await ofOperator.call('POST', '/operators', unknown)).json).toMatchObject({ code: 'unknown-broker' });
    const { json } = await ofOperator.call('POST', '/operators', person);
    expect(json).toMatchObject({ brokerId: other.id });
    await expect(db.prisma.operator.update({ where: { id: json.id }, data: { brokerId: null } })).rejects.toThrow();
  });

  it.each(['viewer', 'operator', 'care', 'billing', 'catalogue', 'stock'] as const)(
    'do not raise their own role, as %s',
    async (role) => {
      const page = await console.signedIn(role, broker.id);
      expect((await page.call('PATCH', `/operators/${page.id}`, { role: 'administrator' })).status).toBe(403);
      const person = { name: `Eva ${randomUUID()}`, role: 'administrator' };
      expect((await page.call('POST', '/operators', person)).status).toBe(403);
      expect((await page.call('POST', `/operators/${administrator.id}/reset-password`)).status).toBe(403);
      expect((await page.call('GET', '/operators')).status).toBe(403);
    },
  );

  it('get no more scopes from a key than it has', async () => {
    const { key } = await createApiKey(db, {
      name: 'invites',
      brokerId: broker.id,
      scopes: ['people:write', ...scopesOfPerson({ role: 'stock', brokerId: broker.id })],
    });
    const send = async (method: string, path: string, body?: object) => {
      const response = await fetch(new URL(path, console.api.url), {
        method,
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await response.json()) as { readonly status?: number; readonly code?: string; readonly role?: string };
    };
    expect(await send('POST', '/operators', { name: `Ivo ${randomUUID()}`, role: 'stock' })).toMatchObject({
      role: 'stock',
    });
    const refused = { status: 403, code: 'missing-scope' };
    expect(await send('POST', '/operators', { name: `Ivo ${randomUUID()}`, role: 'care' })).toMatchObject(refused);
    expect(await send('POST', `/operators/${administrator.id}/reset-password`)).toMatchObject(refused);
    expect(await send('PATCH', `/operators/${administrator.id}`, { role: 'stock' })).toMatchObject(refused);
  });

  it('are signed out when they are removed, also from an open stream', async () => {
    const page = await console.signedIn('care', broker.id);
    const stream = await openChanges(console.port, page.cookie);
    expect((await administrator.call('POST', `/operators/${page.id}/disable`)).status).toBe(200);
    expect((await page.call('GET', '/lines')).status).toBe(401);
    expect(await stream.next()).toBeUndefined();
  });

  it('keep their last administrator', async () => {
    const lone = await aBroker(db);
    const last = await console.signedIn('administrator', lone.id);
    const kept = { status: 409, code: 'last-administrator' };
    expect((await last.call('PATCH', `/operators/${last.id}`, { role: 'viewer' })).json).toMatchObject(kept);
    expect((await ofOperator.call('POST', `/operators/${last.id}/disable`)).json).toMatchObject(kept);
    const second = await last.call('POST', '/operators', { name: `Rui ${randomUUID()}`, role: 'administrator' });
    expect(second.status).toBe(201);
    expect((await last.call('POST', `/operators/${last.id}/disable`)).status).toBe(200);
  });

  it('are refused while their broker is suspended, with their session and in an open stream', async () => {
    const lone = await aBroker(db);
    const page = await console.signedIn('operator', lone.id);
    const stream = await openChanges(console.port, page.cookie);
    await ofOperator.call('POST', `/brokers/${lone.id}/suspend`);
    expect((await page.call('GET', '/lines')).json).toMatchObject({ status: 403, code: 'broker-suspended' });
    expect(await stream.next()).toBeUndefined();
  });

  it('are named in the audit of their broker, and not in that of another', async () => {
    const page = await console.signedIn('operator', broker.id);
    await page.call('PATCH', `/lines/${ours.id}`, { metadata: { note: randomUUID() } });
    const entriesOf = async (reader: typeof page) =>
      (await reader.call('GET', `/audit?keyId=${page.id}`)).json.items as readonly { actor: { name?: string } }[];
    expect((await entriesOf(administrator)).map(({ actor }) => actor.name)).toContain(page.name);
    expect(await entriesOf(theirAdministrator)).toEqual([]);
  });
});

describe('a person of the operator with a role that is a set of scopes', () => {
  it('sees all brokers, and does what a key with these scopes does', async () => {
    const care = await console.signedIn('care');
    const { json } = await care.call('GET', '/lines?limit=100');
    expect(json.items.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([ours.id, theirs.id]));
    expect((await care.call('GET', '/brokers')).status).toBe(200);
    expect((await care.call('POST', `/lines/${theirs.id}/block?dryRun=true`)).status).not.toBe(403);
    for (const [method, path] of [
      ['POST', '/brokers'],
      ['GET', '/operators'],
      ['GET', '/webhook-endpoints'],
      ['DELETE', `/lines/${ours.id}`],
      ['POST', '/catalog/offers'],
    ] as const)
      expect((await care.call(method, path, method === 'POST' ? {} : undefined)).status).toBe(403);
  });
});
