import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { problemSchema } from '@linework/problem-details/problem-document';
import { describe, expect, it, onTestFinished } from 'vitest';
import { implement } from '../src/implement.ts';
import { handleParserErrors } from '../src/server/handle-parser-errors.ts';
import { endpoints, lineId, readHealth } from './support/endpoints.ts';
import { errorsBase, sendRaw, start, writerKey } from './support/start.ts';

const health = 'GET /health/live HTTP/1.1\r\nHost: x\r\n';

/** Parses a raw response that must be exactly one problem document. */
function problemInRaw(response: string): Record<string, unknown> {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  const document = problemSchema.parse(JSON.parse(body));
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${document.status} `));
  expect(head).toMatch(/^Content-Type: application\/problem\+json$/im);
  expect(head).toMatch(new RegExp(`^X-Request-Id: ${document.requestId}$`, 'im'));
  expect(document.type.startsWith(errorsBase)).toBe(true);
  return document;
}

describe('a malformed request', () => {
  it.each([
    ['garbage', '\x16\x03\x01\x02\x00'],
    ['a broken first line', 'GET\r\n\r\n'],
    ['a broken header', `${health}a b: c\r\n\r\n`],
    ['two lengths', 'POST /health/live HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'a length and chunks',
      'POST /health/live HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    ],
  ])('gets a 400: %s', async (_what, text) => {
    const { port } = await start(endpoints);
    expect(problemInRaw(await sendRaw(port, text))).toMatchObject({ status: 400, code: 'malformed-request' });
  });

  it('gets a 400 if it has no Host', async () => {
    const { port } = await start(endpoints);
    expect(problemInRaw(await sendRaw(port, 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n'))).toMatchObject({
      status: 400,
      code: 'missing-host',
    });
  });

  it('gets a 431 if its headers are too large, even while more of them arrive', async () => {
    const { port } = await start(endpoints);
    const headers = Array.from({ length: 2_000 }, (_, index) => `h${index}: ${'x'.repeat(100)}\r\n`);
    expect(problemInRaw(await sendRaw(port, health, ...headers, '\r\n'))).toMatchObject({
      status: 431,
      code: 'headers-too-large',
    });
  });

  it('gets a 417 if `Expect` is not 100-continue', async () => {
    const { port } = await start(endpoints);
    expect(problemInRaw(await sendRaw(port, `${health}Expect: tea\r\nConnection: close\r\n\r\n`))).toMatchObject({
      status: 417,
      code: 'expectation-failed',
    });
  });

  it('gets a 400 if it does not arrive in time', async () => {
    const server = createServer({ headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 });
    handleParserErrors(server, { errorsBase });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    expect(problemInRaw(await sendRaw((server.address() as AddressInfo).port, health))).toMatchObject({
      status: 400,
      code: 'request-timeout',
    });
  });

  it('gets a 400 if its body is malformed', async () => {
    const { port, errors } = await start(endpoints);
    const headers = `Host: x\r\nX-API-Key: ${writerKey}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const head = `PATCH /lines/${lineId} HTTP/1.1\r\n${headers}`;
    expect(problemInRaw(await sendRaw(port, `${head}zz\r\n`))).toMatchObject({
      status: 400,
      code: 'malformed-request',
    });
    expect(errors).toEqual([]);
  });

  it('does not replace the response to the previous request', async () => {
    const reached = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const slow = implement(readHealth, async () => {
      reached.resolve();
      await release.promise;
      return { status: 200, body: { status: 'ok' } };
    });
    const { port } = await start([slow]);
    const response = sendRaw(port, `${health}\r\ngarbage\r\n\r\n`);
    await reached.promise;
    release.resolve();
    expect(await response).toMatch(/^HTTP\/1.1 200 OK\r\n.*\r\n\r\n{"status":"ok"}$/s);
  });
});
