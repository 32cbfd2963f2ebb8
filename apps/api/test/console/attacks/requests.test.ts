import { afterAll, describe, expect, it } from 'vitest';
import { aFailedOrder } from '../../orders/a-failed-order.ts';
import { send } from '../../support/send.ts';
import { testWorker } from '../../support/worker.ts';
import { startTestConsole } from '../test-console.ts';

const console = await startTestConsole();
const behindProxy = await startTestConsole({ consoleUrl: 'https://console.example/' });
afterAll(async () => {
  await console.close();
  await behindProxy.close();
});
const own = `http://127.0.0.1:${console.port}`;
const refused = { status: 403, json: { code: 'cross-site-request' } };
const order = `/orders/${crypto.randomUUID()}/cancel`;

describe('a request of another site with the cookie of an administrator', () => {
  it.each([
    ['without a word where it comes from', { 'Sec-Fetch-Site': '' }],
    ['from an address bar', { 'Sec-Fetch-Site': 'none' }],
    ['from another host of the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['without an origin', { Origin: '' }],
    ['from an origin that only begins like this one', { Origin: `${own}.evil.example` }],
    ['from another port', { Origin: 'http://127.0.0.1:1' }],
  ])('is refused %s', async (_name, headers) => {
    const page = await console.signedIn('administrator');
    expect(await page.call('POST', order, {}, headers)).toMatchObject(refused);
  });

  it('is refused from the host of the request, if the console has another address', async () => {
    const page = await behindProxy.signedIn('administrator');
    expect(await page.call('POST', order, {})).toMatchObject(refused);
    expect((await page.call('POST', order, {}, { Origin: 'https://console.example' })).status).toBe(404);
  });

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'as a form of type %s is refused',
    async (type) => {
      const page = await console.signedIn('administrator');
      const foreign = { 'Content-Type': type, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
      expect(await page.call('POST', order, {}, foreign)).toMatchObject(refused);
      expect((await page.call('POST', order, {}, { 'Content-Type': type })).status).toBe(415);
    },
  );

  it('cannot read an answer: no header allows another origin', async () => {
    const page = await console.signedIn('viewer');
    const { headers } = await page.call('GET', '/orders', undefined, { Origin: 'https://evil.example' });
    const preflight = await send(console.port, {
      method: 'OPTIONS',
      path: `/console/api${order}`,
      headers: { Host: `127.0.0.1:${console.port}`, Origin: own },
    });
    const names = [...Object.keys(headers), ...Object.keys(preflight.headers)];
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(preflight.status).toBe(403);
  });
});

describe('stored markup', () => {
  const markup = '<img src=x onerror=alert(1)>"\'</script>';

  it('in the words of a partner, a metadata value or a name stays text in an answer that no browser shows as a page', async () => {
    const { api } = console;
    const { order } = await aFailedOrder(api, await api.aClient(), testWorker(api));
    await api.db.prisma.order.update({ where: { id: order.id }, data: { metadata: { note: markup } } });
    await api.db.pool.query('UPDATE order_step SET error = $2 WHERE order_id = $1 AND error IS NOT NULL', [
      order.id,
      { code: 'refused', message: markup },
    ]);
    const page = await console.signedIn('administrator');
    const { json } = await page.call('POST', '/operators', { name: markup, role: 'viewer' });
    const shown = [await page.call('GET', `/orders/${order.id}`), await page.call('GET', `/operators/${json.id}`)];
    for (const { headers } of shown) {
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
    const [shownOrder, shownPerson] = shown.map((response) => response.json);
    expect([shownOrder.metadata.note, shownPerson.name]).toEqual([markup, markup]);
    expect(JSON.stringify(shownOrder.steps)).toContain(JSON.stringify(markup));
  });

  it('in an address stays text in the problem that repeats it', async () => {
    const page = await console.signedIn('viewer');
    const { headers } = await page.call('GET', `/orders?${encodeURIComponent(markup)}=1`);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});
