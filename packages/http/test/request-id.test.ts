import { describe, expect, it } from 'vitest';
import { endpoints, lineId } from './support/endpoints.ts';
import { problemIn, start, writerKey } from './support/start.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('the request id', () => {
  it.each(['a', 'night-run_7.3', 'x'.repeat(128)])('is the one that the client sent: %s', async (requestId) => {
    const { url } = await start(endpoints);
    const response = await fetch(`${url}/health/live`, { headers: { 'X-Request-Id': requestId } });
    expect(response.headers.get('X-Request-Id')).toBe(requestId);
  });

  it.each(['', 'x'.repeat(129), 'a b', 'a/b', '"'])('is a new UUID for %j', async (requestId) => {
    const { url } = await start(endpoints);
    const response = await fetch(`${url}/health/live`, { headers: { 'X-Request-Id': requestId } });
    expect(response.headers.get('X-Request-Id')).toMatch(uuid);
  });

  it('is in every problem, and is its instance if it is a UUID', async () => {
    const { url } = await start(endpoints);
    const problem = await problemIn(await fetch(`${url}/nowhere`));
    expect(problem['instance']).toBe(`urn:uuid:${problem['requestId']}`);
  });

  it('is the correlation id, unless the client sends one', async () => {
    const { url } = await start(endpoints);
    const block = async (headers: Record<string, string>) => {
      const response = await fetch(`${url}/lines/${lineId}/block`, {
        method: 'POST',
        headers: { 'X-API-Key': writerKey, 'X-Request-Id': 'r', ...headers },
      });
      return ((await response.json()) as { metadata: object }).metadata;
    };
    expect(await block({})).toMatchObject({ correlationId: 'r' });
    expect(await block({ 'X-Correlation-Id': 'c/7' })).toMatchObject({ correlationId: 'c/7' });
  });
});
