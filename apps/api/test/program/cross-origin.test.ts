import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const origin = 'https://shop.example';
const [api, closed] = await Promise.all([startTestApi({ origins: [origin] }), startTestApi()]);
afterAll(() => Promise.all([api.close(), closed.close()]));

const preflight = (url: string, from: string) =>
  fetch(`${url}/lines`, {
    method: 'OPTIONS',
    headers: {
      Origin: from,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type,idempotency-key,x-api-key',
    },
  });

describe('a page of another origin', () => {
  it('gets the answer to its preflight, if its origin is allowed', async () => {
    const { status, headers } = await preflight(api.url, origin);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, origin]);
    expect(headers.get('access-control-allow-methods')).toContain('POST');
    expect(headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('reads answers, problems and their headers', async () => {
    const { key } = await api.aClient();
    const read = (apiKey: string) => fetch(`${api.url}/lines`, { headers: { Origin: origin, 'X-API-Key': apiKey } });
    for (const [apiKey, expected] of [
      [key, 200],
      ['wrong', 401],
    ] as const) {
      const { status, headers } = await read(apiKey);
      expect([status, headers.get('access-control-allow-origin')]).toEqual([expected, origin]);
      expect(headers.get('access-control-expose-headers')).toContain('Location');
      expect(headers.get('vary')).toContain('Origin');
    }
  });

  it('gets nothing from another origin, and nothing where no origin is allowed', async () => {
    const other = await preflight(api.url, 'https://other.example');
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    const none = await preflight(closed.url, origin);
    expect([none.status, none.headers.get('access-control-allow-origin')]).toEqual([405, null]);
  });
});
