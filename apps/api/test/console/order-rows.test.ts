import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { v7 as newId } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { aFailedOrder } from '../orders/a-failed-order.ts';
import { testWorker } from '../support/worker.ts';
import { startTestConsole } from './test-console.ts';

const page = await startTestConsole();
const { api } = page;
const { db } = api;
afterAll(() => page.close());

const client = await api.aClient();
const { line, order } = await aFailedOrder(api, client, testWorker(api));
const { id: holderId } = await db.prisma.holder.findFirstOrThrow({ where: { lines: { some: { id: line.id } } } });
const code = order.steps[0]?.error?.['code'];
const viewer = await page.signedIn('viewer');

/** As a person reads it: with stars for all but the end. */
const masked = expect.stringMatching(/^\*{4,}.{0,4}$/);
const initials = expect.stringMatching(/^\S\*+( \S\*+)*$/);

describe('a row of the console', () => {
  it('says of an order which line it is about and what failed, masked and without its steps', async () => {
    const { json } = await viewer.call('GET', '/order-rows?status=FAILED');
    expect(json.items).toEqual([
      {
        id: order.id,
        type: 'LINE_BLOCK',
        status: 'FAILED',
        resource: { type: 'line', id: line.id },
        brokerId: client.broker.id,
        createdAt: order.createdAt,
        updatedAt: expect.any(String),
        line: { id: line.id, msisdn: masked, holder: { id: holderId, name: initials } },
        failure: { step: 'LINE_BLOCK.SUSPEND_NETWORK', code, detail: expect.any(String) },
      },
    ]);
    expect(JSON.stringify(json)).not.toContain(line.msisdn.slice(-8));
  });

  it('says of an item of a batch which line it is about, and where its order has failed', async () => {
    const items = { create: { position: 0, targetOrderId: order.id } };
    const details = { operation: 'retry', status: 'RUNNING', total: 1, reason: 'a test' };
    const { id } = await db.prisma.bulkOperation.create({
      data: { id: newId(), brokerId: client.broker.id, ...details, correlationId: newId(), keyId: viewer.id, items },
    });
    const { json } = await viewer.call('GET', `/bulk-operations/${id}/item-rows`);
    expect(json.items[0]).toMatchObject({
      line: { id: line.id, msisdn: masked },
      failure: { step: 'LINE_BLOCK.SUSPEND_NETWORK', code },
    });
  });

  it('is read without the total of its list by a request that prefers so', async () => {
    const read = async (path: string) =>
      (await viewer.call('GET', path, undefined, { Prefer: 'count=none' })).json.meta;
    expect(await Promise.all(['/order-rows', '/lines', '/brokers'].map(read))).toEqual([
      { page: 1, pageSize: expect.any(Number) },
      { page: 1, pageSize: expect.any(Number) },
      { page: 1, pageSize: expect.any(Number) },
    ]);
    expect((await viewer.call('GET', '/order-rows')).json.meta).toMatchObject({ total: 1, totalPages: 1 });
  });

  it('is the only thing that such a request changes: what is no page of a list is read as always', async () => {
    const prefer = { Prefer: 'count=none' };
    const read = async (headers = {}) => {
      const { status, json } = await viewer.call('GET', '/order-groups?type=LINE_BLOCK', undefined, headers);
      return { status, groups: json.items.length, total: json.meta.total };
    };
    expect(await read(prefer)).toEqual(await read());
    expect((await viewer.call('GET', `/lines/${line.id}`, undefined, prefer)).json.id).toBe(line.id);
  });

  it('takes the filters of the list of orders, and refuses others', async () => {
    expect((await viewer.call('GET', '/order-rows?type=LINE_UNBLOCK')).json.items).toEqual([]);
    expect((await viewer.call('GET', '/order-rows?colour=red')).status).toBe(400);
  });

  it('is no part of the public interface', async () => {
    const response = await fetch(new URL('/order-rows', api.url), { headers: { 'X-API-Key': client.key } });
    expect(response.status).toBe(404);
    expect((await page.aPage().call('GET', '/order-rows')).status).toBe(401);
  });
});

it('an answer of the console is compressed for a browser that asks for it', async () => {
  const { promise, resolve } = Promise.withResolvers<{ encoding: unknown; content: Buffer }>();
  const headers = { Cookie: viewer.cookie, 'Accept-Encoding': 'gzip', 'Sec-Fetch-Site': 'same-origin' };
  request({ port: page.port, path: '/console/api/event-types', headers }, async (response) => {
    const chunks: Buffer[] = await Array.fromAsync(response);
    resolve({ encoding: response.headers['content-encoding'], content: Buffer.concat(chunks) });
  }).end();
  const { encoding, content } = await promise;
  expect(encoding).toBe('gzip');
  expect(JSON.parse(gunzipSync(content).toString()).items.length).toBeGreaterThan(20);
});
