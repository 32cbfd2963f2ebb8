import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../src/implement.ts';
import { endpoints, lineId } from './support/endpoints.ts';
import { problemIn, readerKey, start } from './support/start.ts';

const asReader = { 'X-API-Key': readerKey };

describe('finding a route', () => {
  it('leads to the declared response', async () => {
    const { url } = await start(endpoints);
    const response = await fetch(`${url}/lines/${lineId}?part=name&part=sim&limit=5&deep=true`, { headers: asReader });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.has('x-powered-by')).toBe(false);
    expect(await response.json()).toEqual({
      id: lineId,
      names: ['name', 'sim'],
      metadata: { part: ['name', 'sim'], limit: 5, deep: true },
    });
  });

  it.each(['/Lines/x', '/health/live/', '/health//live', '/', '//', '/health', '/lines', `/lines/${lineId}/`])(
    'finds nothing at %s',
    async (path) => {
      const { url } = await start(endpoints);
      expect(await problemIn(await fetch(url + path, { headers: asReader }))).toMatchObject({
        status: 404,
        title: 'Not found',
      });
    },
  );

  it.each(['POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'])(
    'leads to a 405 for %s if only GET is supported',
    async (method) => {
      const { url } = await start(endpoints);
      const response = await fetch(`${url}/health/live`, { method });
      expect(response.headers.get('Allow')).toBe('GET, HEAD');
      expect(await problemIn(response)).toMatchObject({ status: 405, code: 'method-not-allowed' });
    },
  );

  it('runs GET for HEAD, and sends no body', async () => {
    const { url } = await start(endpoints);
    const response = await fetch(`${url}/health/live`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Length')).toBe('15');
    expect(await response.text()).toBe('');
  });

  it('prefers a literal segment to a parameter in any order', async () => {
    const { url } = await start(endpoints);
    expect((await fetch(`${url}/lines/printed`)).status).toBe(200);
  });

  it.each([
    ['the same method and path', { name: 'other' }, 'already a route'],
    ['the same name', { path: '/elsewhere/{id}' }, 'already a route'],
    ['another name for a parameter', { name: 'other', path: '/lines/{lineId}', method: 'delete' }, 'different names'],
  ])('fails to mount two routes with %s', async (_what, difference, message) => {
    const [first] = endpoints as readonly Endpoint<object>[];
    const other = { ...first, route: { ...first?.route, ...difference } } as Endpoint<object>;
    await expect(start([...endpoints, other])).rejects.toThrow(message);
  });
});
