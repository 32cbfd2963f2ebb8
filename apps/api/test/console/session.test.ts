import { scopes } from '@linework/auth/scopes';
import { changePoolRoute } from '@linework/schemas/inventory/pools/pools.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestConsole } from './test-console.ts';

const console = await startTestConsole();
afterAll(() => console.close());

describe('a sign-in', () => {
  it('returns the person and a cookie that only this host and its pages use', async () => {
    const { id, name, password } = await console.aPerson('operator');
    const { status, json, headers } = await console
      .aPage()
      .call('POST', '/sign-in', { name: name.toUpperCase(), password });
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        operator: { id, name, role: 'operator', scopes: [...scopes], mustChangePassword: false },
        expiresAt: expect.any(String),
      },
    });
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-linework=[\w-]{43}; Expires=[^;]+ GMT; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
  });

  it('with a wrong password is answered as one with an unknown name', async () => {
    const { name } = await console.aPerson('operator');
    const wrong = await console.aPage().call('POST', '/sign-in', { name, password: 'not this one' });
    const unknown = await console.aPage().call('POST', '/sign-in', { name: 'nobody', password: 'not this one' });
    expect(wrong).toMatchObject({ status: 401, json: { code: 'wrong-name-or-password' } });
    const { instance, requestId, ...same } = wrong.json;
    expect(unknown.json).toMatchObject(same);
  });

  it('does not take over a token that the browser had before', async () => {
    const { name, password } = await console.aPerson('viewer');
    const page = console.aPage();
    const planted = `__Host-linework=${'a'.repeat(43)}`;
    page.cookie = planted;
    await page.call('POST', '/sign-in', { name, password });
    const first = page.cookie;
    await page.call('POST', '/sign-in', { name, password });
    expect(new Set([planted, first, page.cookie]).size).toBe(3);
    page.cookie = planted;
    expect(await page.call('GET', '/session')).toMatchObject({ status: 401, json: { code: 'not-signed-in' } });
  });

  it('stores only the digest of the token', async () => {
    const page = await console.signedIn('viewer');
    const [, token = ''] = page.cookie.split('=');
    const rows = await console.api.db.prisma.operatorSession.findMany({ where: { operatorId: page.id } });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('a session', () => {
  it('reads what the public interface reads', async () => {
    const page = await console.signedIn('viewer');
    const { status, json } = await page.call('GET', '/orders?limit=1');
    expect({ status, json }).toMatchObject({ status: 200, json: { items: [], meta: { total: 0 } } });
  });

  it('is needed for every operation', async () => {
    const { status, json } = await console.aPage().call('GET', '/orders');
    expect({ status, json }).toMatchObject({ status: 401, json: { code: 'not-signed-in' } });
  });

  it('is worth nothing after the sign-out, even as a copied cookie', async () => {
    const page = await console.signedIn('viewer');
    const stolen = page.cookie;
    expect((await page.call('POST', '/sign-out')).status).toBe(204);
    page.cookie = stolen;
    expect((await page.call('GET', '/session')).status).toBe(401);
  });

  it('ends at once when the person is disabled', async () => {
    const page = await console.signedIn('operator');
    await console.api.db.prisma.operator.update({ where: { id: page.id }, data: { disabledAt: new Date() } });
    expect((await page.call('GET', '/session')).status).toBe(401);
    expect(await console.api.db.prisma.operatorSession.count({ where: { operatorId: page.id } })).toBe(0);
  });

  it('of a viewer cannot act', async () => {
    const page = await console.signedIn('viewer');
    const { status, json } = await page.call('POST', `/orders/${crypto.randomUUID()}/cancel`, {});
    expect({ status, json }).toMatchObject({ status: 403, json: { code: 'missing-role', role: 'operator' } });
  });

  it('of an operator acts on orders but not on settings', async () => {
    const page = await console.signedIn('operator');
    expect((await page.call('POST', `/orders/${crypto.randomUUID()}/cancel`, {})).status).toBe(404);
    const { json } = await page.call('PATCH', changePoolRoute.path.replace('{id}', crypto.randomUUID()), {});
    expect(json).toMatchObject({ code: 'missing-role', role: 'administrator' });
  });
});

describe('a request of another site', () => {
  const order = `/orders/${crypto.randomUUID()}/cancel`;
  const foreign = [
    ['another origin', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['another port', { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' }],
    ['no header of a browser', { Origin: '', 'Sec-Fetch-Site': '' }],
    ['a null origin', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
  ] as const;

  it.each(foreign)('from %s is refused, although the cookie is valid', async (_name, headers) => {
    const page = await console.signedIn('administrator');
    expect(await page.call('POST', order, {}, headers)).toMatchObject({
      status: 403,
      json: { code: 'cross-site-request' },
    });
  });

  it('as a form is refused, because it is not JSON', async () => {
    const page = await console.signedIn('administrator');
    const { status } = await page.call('POST', order, {}, { 'Content-Type': 'text/plain' });
    expect(status).toBe(415);
  });

  it('cannot show the console in a frame', async () => {
    const { headers } = await console.aPage().call('GET', '/session');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });
});

it('a session has the address of the traces of an order, where one is configured', async () => {
  const traceUrl = 'https://traces.example/{orderId}';
  const withTraces = await startTestConsole({ traceUrl });
  expect((await (await withTraces.signedIn('viewer')).call('GET', '/session')).json).toMatchObject({ traceUrl });
  await withTraces.close();
  expect((await (await console.signedIn('viewer')).call('GET', '/session')).json).not.toHaveProperty('traceUrl');
});
