import { afterAll, describe, expect, it } from 'vitest';
import { startTestConsole } from './test-console.ts';

const console = await startTestConsole();
afterAll(() => console.close());
const { db } = console.api;
const administrator = await console.signedIn('administrator');
const threeDaysMs = 259_200_000;
const minuteMs = 60_000;

/** The two ways to a one-time password: a person is created, or a password is reset. */
const ways = [
  [
    'of a new person',
    async () => {
      const name = `person ${crypto.randomUUID()}`;
      const { json } = await administrator.call('POST', '/operators', { name, role: 'viewer' });
      return { id: json.id as string, name, password: json.password as string };
    },
  ],
  [
    'after a reset',
    async () => {
      const { id, name } = await console.aPerson('viewer');
      const { json } = await administrator.call('POST', `/operators/${id}/reset-password`);
      return { id, name, password: json.password as string };
    },
  ],
] as const;

describe.each(ways)('a one-time password %s', (_, aPersonWithOne) => {
  it('ends after three days', async () => {
    const { id } = await aPersonWithOne();
    const { passwordExpiresAt } = await db.prisma.operator.findFirstOrThrow({ where: { id } });
    expect(Math.abs((passwordExpiresAt?.getTime() ?? 0) - Date.now() - threeDaysMs)).toBeLessThan(10 * minuteMs);
  });

  it('signs nobody in once it has ended', async () => {
    const { id, name, password } = await aPersonWithOne();
    await db.prisma.operator.update({ where: { id }, data: { passwordExpiresAt: new Date(Date.now() - minuteMs) } });
    expect(await console.aPage().call('POST', '/sign-in', { name, password })).toMatchObject({
      status: 401,
      json: { code: 'wrong-name-or-password' },
    });
  });

  it('does nothing before another one is chosen, and is worth nothing afterwards', async () => {
    const { name, password } = await aPersonWithOne();
    const page = console.aPage();
    expect((await page.call('POST', '/sign-in', { name, password })).json.operator.mustChangePassword).toBe(true);
    expect(await page.call('GET', '/orders')).toMatchObject({
      status: 403,
      json: { code: 'password-must-be-changed' },
    });
    expect((await page.call('POST', '/password', { current: password, next: 'another horse battery' })).status).toBe(
      204,
    );
    expect((await page.call('GET', '/orders')).status).toBe(200);
    expect((await console.aPage().call('POST', '/sign-in', { name, password })).status).toBe(401);
  });
});
