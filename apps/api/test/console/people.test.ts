import { aTaxReceipt } from '@linework/fixtures/a-tax-receipt';
import { listLineEventsRoute } from '@linework/schemas/lines/lines.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestConsole } from './test-console.ts';

const console = await startTestConsole();
afterAll(() => console.close());
const { api } = console;
const administrator = await console.signedIn('administrator');

describe('an administrator', () => {
  it('creates a person, whose first password only allows to choose another one', async () => {
    const created = await administrator.call('POST', '/operators', {
      name: 'Bia Rocha',
      role: 'operator',
      email: 'Bia@Example.com',
    });
    expect(created).toMatchObject({
      status: 201,
      json: { name: 'Bia Rocha', email: 'bia@example.com', role: 'operator', mustChangePassword: true },
    });
    const page = console.aPage();
    const first = created.json.password;
    await page.call('POST', '/sign-in', { name: 'bia rocha', password: first });
    expect(await page.call('GET', '/orders')).toMatchObject({
      status: 403,
      json: { code: 'password-must-be-changed' },
    });
    expect(await page.call('POST', '/password', { current: first, next: 'Bia Rocha 1' })).toMatchObject({
      status: 400,
    });
    expect((await page.call('POST', '/password', { current: first, next: 'correct horse battery' })).status).toBe(204);
    expect((await page.call('GET', '/orders')).status).toBe(200);
  });

  it('cannot take a name that differs only in case', async () => {
    const { name } = await console.aPerson('viewer');
    const { json } = await administrator.call('POST', '/operators', { name: name.toUpperCase(), role: 'viewer' });
    expect(json).toMatchObject({ status: 409, code: 'operator-taken', errors: [{ pointer: '/name' }] });
  });

  it.each(['\\', '%', '_'])(
    'gives %s as a name to one person only, and it does not stand for other names',
    async (name) => {
      const body = { name: `${name}${name}`, role: 'viewer' };
      expect(await administrator.call('POST', '/operators', body)).toMatchObject({
        status: 201,
        json: { name: body.name },
      });
      expect(await administrator.call('POST', '/operators', body)).toMatchObject({
        status: 409,
        json: { code: 'operator-taken' },
      });
      expect(await administrator.call('POST', '/operators', { ...body, name })).toMatchObject({ status: 201 });
    },
  );

  it('disables a person, who is signed out at once and named in the event', async () => {
    const page = await console.signedIn('operator');
    expect(await administrator.call('POST', `/operators/${page.id}/disable`)).toMatchObject({
      status: 200,
      json: { enabled: false },
    });
    expect((await page.call('GET', '/session')).status).toBe(401);
    const [event] = await api.db.prisma.event.findMany({ where: { resourceId: page.id, type: 'operator.disabled' } });
    expect(event).toMatchObject({ keyId: administrator.id, brokerId: null });
  });

  it('changes the role of a person, who signs in again with another token', async () => {
    const page = await console.signedIn('operator');
    await administrator.call('PATCH', `/operators/${page.id}`, { role: 'viewer' });
    expect(await page.call('POST', `/orders/${crypto.randomUUID()}/cancel`, {})).toMatchObject({
      status: 401,
      json: { code: 'not-signed-in' },
    });
    const before = page.cookie;
    await page.call('POST', '/sign-in', { name: page.name, password: page.password });
    expect(page.cookie).not.toBe(before);
    expect(await page.call('POST', `/orders/${crypto.randomUUID()}/cancel`, {})).toMatchObject({
      status: 403,
      json: { code: 'missing-role' },
    });
  });

  it('ends every session of a person, who signs in again with the same password; nobody of a lower role may', async () => {
    const page = await console.signedIn('operator');
    const other = await console.signedIn('operator');
    const path = `/operators/${page.id}/end-sessions`;
    const lowerRole = { status: 403, json: { code: 'missing-role' } };
    expect(await other.call('POST', path)).toMatchObject(lowerRole);
    expect(await (await console.signedIn('viewer')).call('POST', path)).toMatchObject(lowerRole);
    expect((await page.call('GET', '/session')).status).toBe(200);
    expect(await administrator.call('POST', path)).toMatchObject({ status: 200, json: { enabled: true } });
    expect((await page.call('GET', '/session')).status).toBe(401);
    expect((await other.call('GET', '/session')).status).toBe(200);
    await page.call('POST', '/sign-in', { name: page.name, password: page.password });
    expect((await page.call('GET', '/session')).status).toBe(200);
    const events = await api.db.prisma.event.findMany({
      where: { resourceId: page.id, type: 'operator.sessions_ended' },
    });
    expect(events).toMatchObject([{ keyId: administrator.id, brokerId: null }]);
  });

  it('keeps the role if nobody else has it', async () => {
    await api.db.prisma.operator.updateMany({ where: { NOT: { id: administrator.id } }, data: { role: 'viewer' } });
    const path = `/operators/${administrator.id}`;
    const lastOne = { status: 409, json: { code: 'last-administrator' } };
    expect(await administrator.call('PATCH', path, { role: 'operator' })).toMatchObject(lastOne);
    expect(await administrator.call('POST', `${path}/disable`)).toMatchObject(lastOne);
  });
});

describe('what a person does', () => {
  it('names the person to operators, and only an operator to the broker', async () => {
    const client = await api.aClient();
    const { id } = await anActiveLine(api.db, { brokerId: client.broker.id });
    const page = await console.signedIn('operator');
    expect((await page.call('POST', `/lines/${id}/block`)).status).toBe(200);
    const { json } = await page.call('GET', `/lines/${id}/events`);
    expect(json.items.at(-1).actor).toEqual({ type: 'operator', operatorId: page.id, name: page.name });
    const { body } = await client.call(listLineEventsRoute, { params: { id } });
    expect(body).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ type: 'line.block_started', actor: { type: 'operator' } }),
      ]),
    });
  });
});

describe('a masked record', () => {
  it('is read in clear with a reason, which is kept', async () => {
    const { broker } = await api.aClient();
    const { id, msisdn } = await anActiveLine(api.db, { brokerId: broker.id });
    const page = await console.signedIn('operator');
    expect((await page.call('GET', `/lines/${id}`)).json.msisdn).toMatch(/^\*+\d{4}$/);
    const { json } = await page.call('POST', '/unmask', { resource: 'line', id, reason: 'the customer called' });
    expect(json.record.msisdn).toBe(msisdn);
    const [event] = await api.db.prisma.event.findMany({ where: { resourceId: page.id, type: 'operator.unmasked' } });
    expect(event).toMatchObject({ keyId: page.id, details: { resource: 'line', id, reason: 'the customer called' } });
  });

  it('may be a document, which the audit keeps as well', async () => {
    const { broker } = await api.aClient();
    const { id: receipt } = await aTaxReceipt(api.db, 'ACTIVE', { brokerId: broker.id });
    const page = await console.signedIn('operator');
    expect((await page.call('GET', `/tax-receipts/${receipt}/document`)).status).toBe(403);
    const { json } = await page.call('POST', '/unmask-document', { id: receipt, reason: 'the customer called' });
    expect(Buffer.from(json.pdf, 'base64').toString('latin1').slice(0, 5)).toBe('%PDF-');
    const [event] = await api.db.prisma.event.findMany({ where: { resourceId: page.id, type: 'operator.unmasked' } });
    expect(event).toMatchObject({ details: { resource: 'tax-receipt', id: receipt, reason: 'the customer called' } });
    const viewer = await console.signedIn('viewer');
    const refused = await viewer.call('POST', '/unmask-document', { id: receipt, reason: 'curiosity' });
    expect(refused.json).toMatchObject({ status: 403, code: 'missing-role' });
    const catalogue = await console.signedIn('catalogue');
    const other = await catalogue.call('POST', '/unmask-document', { id: receipt, reason: 'curiosity' });
    expect(other.json).toMatchObject({ status: 403, code: 'missing-scope' });
  });

  it('stays masked for a viewer', async () => {
    const page = await console.signedIn('viewer');
    const { json } = await page.call('POST', '/unmask', {
      resource: 'line',
      id: crypto.randomUUID(),
      reason: 'curiosity',
    });
    expect(json).toMatchObject({ status: 403, code: 'missing-role', role: 'operator' });
  });
});
