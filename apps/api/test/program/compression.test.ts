import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { blockLineRoute } from '@linework/schemas/lines/lines.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
for (let count = 0; count < 5; count += 1) await anActiveLine(api.db, { brokerId: client.broker.id });
const { id } = await anActiveLine(api.db, { brokerId: client.broker.id });

/** Reads the bytes as they are sent. `fetch` would decompress them. */
async function bytesOf(path: string, encoding?: string, method = 'GET') {
  const { request } = await import('node:http');
  const headers = { 'X-API-Key': client.key, ...(encoding !== undefined && { 'Accept-Encoding': encoding }) };
  return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const sent = request(`${api.url}${path}`, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('a response of more than 1 KiB', () => {
  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const)('is sent as %s to a client that accepts it, with the same content', async (encoding, decompress) => {
    const plain = await bytesOf('/lines');
    const compressed = await bytesOf('/lines', encoding);
    expect(plain.body.length).toBeGreaterThan(1024);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(compressed.headers).toMatchObject({
      'content-encoding': encoding,
      vary: 'Accept-Encoding',
      'content-type': 'application/json',
    });
    expect(compressed.body.length).toBeLessThan(plain.body.length / 2);
    expect(decompress(compressed.body).toString()).toBe(plain.body.toString());
  });

  it('is sent uncompressed to a client that accepts no compression', async () => {
    for (const encoding of [undefined, 'identity', 'gzip;q=0', 'zstd']) {
      const { headers, body } = await bytesOf('/lines', encoding);
      expect(headers['content-encoding'], encoding).toBeUndefined();
      expect(JSON.parse(body.toString()).items).toHaveLength(6);
    }
  });

  it('has `Vary: Accept-Encoding`, even if it is not compressed', async () => {
    expect((await bytesOf('/lines')).headers['vary']).toBe('Accept-Encoding');
  });

  it('is compressed for the documentation too', async () => {
    expect((await bytesOf('/openapi.json', 'gzip')).headers['content-encoding']).toBe('gzip');
  });
});

describe('a small response', () => {
  it('is never compressed, and neither is a problem', async () => {
    for (const path of [`/lines/${id}`, '/lines/x', '/health/live']) {
      const { headers, body } = await bytesOf(path, 'gzip, br');
      expect(headers['content-encoding'], path).toBeUndefined();
      expect(body.length).toBeLessThan(1024);
    }
    expect((await client.call(blockLineRoute, { params: { id } })).headers.get('Content-Encoding')).toBeNull();
  });
});
