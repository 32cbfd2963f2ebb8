import { afterAll, describe, expect, it } from 'vitest';
import { startTestConsole } from '../test-console.ts';

const console = await startTestConsole();
afterAll(() => console.close());
const { db } = console.api;
const other = 'another long sentence';

/** A person with a browser, and a copy of its cookie somewhere else. */
async function aVictim() {
  const page = await console.signedIn('operator');
  const { name, password } = page;
  const thief = console.aPage();
  await thief.call('POST', '/sign-in', { name, password });
  return { page, thief, sessionStatus: async () => (await thief.call('GET', '/session')).status };
}

/** Moves the session of a person into the past, as if nobody had sent a request since. */
const age = (operatorId: string, interval: string) =>
  db.pool.query(
    `UPDATE operator_session
     SET created_at = created_at - $2::interval, last_used_at = last_used_at - $2::interval,
       expires_at = expires_at - $2::interval
     WHERE operator_id = $1`,
    [operatorId, interval],
  );
const statusOf = async (page: Awaited<ReturnType<typeof console.signedIn>>, headers = {}) =>
  (await page.call('GET', '/session', undefined, headers)).status;

describe('a stolen cookie', () => {
  it('is worth nothing after its owner has changed the password, whose own session goes on', async () => {
    const { page, sessionStatus } = await aVictim();
    expect(await sessionStatus()).toBe(200);
    expect((await page.call('POST', '/password', { current: page.password, next: other })).status).toBe(204);
    expect([await sessionStatus(), (await page.call('GET', '/session')).status]).toEqual([401, 200]);
    const events = await db.prisma.event.findMany({
      where: { resourceId: page.id, type: 'operator.password_changed' },
    });
    expect(events).toMatchObject([{ keyId: page.id }]);
  });

  it('is worth nothing after an administrator has reset the password, nor is the password', async () => {
    const { page, sessionStatus } = await aVictim();
    const administrator = await console.signedIn('administrator');
    const { json } = await administrator.call('POST', `/operators/${page.id}/reset-password`);
    expect([await sessionStatus(), (await page.call('GET', '/session')).status]).toEqual([401, 401]);
    expect((await page.call('POST', '/sign-in', { name: page.name, password: page.password })).status).toBe(401);
    expect(
      (await page.call('POST', '/sign-in', { name: page.name, password: json.password })).json.operator
        .mustChangePassword,
    ).toBe(true);
    const events = await db.prisma.event.findMany({ where: { resourceId: page.id, type: 'operator.password_reset' } });
    expect(events).toMatchObject([{ keyId: administrator.id }]);
  });

  it('does not change the password without knowing it', async () => {
    const { thief, page } = await aVictim();
    expect(await thief.call('POST', '/password', { current: 'a guess of the thief', next: other })).toMatchObject({
      status: 401,
    });
    expect((await page.call('GET', '/session')).status).toBe(200);
  });

  it('is worth nothing after an administrator has changed the role of its owner', async () => {
    const { page, sessionStatus } = await aVictim();
    await db.prisma.operator.update({ where: { id: page.id }, data: { role: 'administrator' } });
    expect(await sessionStatus()).toBe(401);
  });
});

describe('a session', () => {
  it('ends after 12 hours, however often it is used', async () => {
    const page = await console.signedIn('viewer');
    await age(page.id, '11 h 59 min');
    await db.pool.query('UPDATE operator_session SET last_used_at = now() WHERE operator_id = $1', [page.id]);
    expect(await statusOf(page)).toBe(200);
    await age(page.id, '2 min');
    expect(await statusOf(page)).toBe(401);
  });

  it('ends after 30 minutes without a request', async () => {
    const page = await console.signedIn('viewer');
    await age(page.id, '29 min');
    expect(await statusOf(page)).toBe(200);
    await age(page.id, '29 min');
    expect(await statusOf(page)).toBe(200);
    await age(page.id, '31 min');
    expect(await statusOf(page)).toBe(401);
  });

  it('is not kept open by a page that asks by itself', async () => {
    const page = await console.signedIn('viewer');
    await age(page.id, '29 min');
    expect(await statusOf(page, { 'X-Background': 'true' })).toBe(200);
    await age(page.id, '2 min');
    expect(await statusOf(page)).toBe(401);
  });
});
