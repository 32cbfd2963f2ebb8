import { connect } from 'node:net';
import { problemSchema } from '@linework/problem-details/problem-document';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpoints, lineId } from './support/endpoints.ts';
import { sendRaw, start, writerKey } from './support/start.ts';

const runs = { numRuns: 300 };

/** Expects a declared success or a problem document, and never a 5xx. */
function expectDeclaredResponse(response: string): void {
  const [head = '', ...rest] = response.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
  expect(status, response).toBeGreaterThanOrEqual(200);
  expect(status, response).toBeLessThan(500);
  if (status < 300) return;
  expect(head).toMatch(/^Content-Type: application\/problem\+json$/im);
  const body = rest.join('\r\n\r\n');
  if (body !== '') expect(problemSchema.parse(JSON.parse(Buffer.from(body, 'latin1').toString())).status).toBe(status);
}

/** Sends bytes, ends the stream, and returns the response. */
function sendAndEnd(port: number, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    let response = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(response));
  });
}

function requestOf({
  method,
  target,
  headers,
  body,
}: {
  method: string;
  target: string;
  headers: readonly string[];
  body: Uint8Array;
}): Uint8Array {
  const head = [
    `${method} ${target} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `Content-Length: ${body.length}`,
    ...headers,
    '',
    '',
  ];
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), body]);
}

const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE');
const word = fc.oneof(
  fc.constantFrom('lines', 'health', 'live', 'block', 'printed', lineId, '%2F', '%00', '..', '*'),
  fc.string({ unit: 'grapheme' }).map(encodeURIComponent),
  fc.webSegment(),
);
const query = fc.oneof(
  fc.constantFrom('', '?', '?part=name', '?limit=', '?deep=true&deep=false', '?__proto__=1', '?%'),
  fc.webQueryParameters().map((text) => `?${text}`),
);
const target = fc.oneof(
  fc.tuple(fc.array(word, { maxLength: 5 }), query).map(([words, parameters]) => `/${words.join('/')}${parameters}`),
  fc.constantFrom(`/lines/${lineId}`, `/lines/${lineId}/block`, '/health/live', 'http://x/health/live', '*'),
);
const header = fc
  .tuple(
    fc.constantFrom(
      'Accept',
      'X-API-Key',
      'Content-Type',
      'Content-Encoding',
      'Idempotency-Key',
      'X-Request-Id',
      'X-Correlation-Id',
      'Expect',
      'Upgrade',
      'Transfer-Encoding',
      'Host',
    ),
    fc.oneof(
      fc.constantFrom('*/*', writerKey, 'application/json', 'chunked', '100-continue', 'h2c', ''),
      fc.string({ minLength: 0, maxLength: 40 }),
    ),
  )
  .map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n\0]/g, '')}`);
/** `unit: 'binary'` is the same, but first makes a table of all characters, which takes two seconds of a processor. */
const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

const body = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.json().map((text) => Buffer.from(text)),
  fc
    .record(
      { names: fc.array(fc.string({ unit: anyCharacter })), metadata: fc.object({ maxDepth: 40 }) },
      { requiredKeys: [] },
    )
    .map((value) => Buffer.from(JSON.stringify(value))),
);

describe('random input', () => {
  it('of bytes gets a declared response or none', async () => {
    const { port, errors } = await start(endpoints);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
        const response = await sendAndEnd(port, bytes);
        if (response !== '') expectDeclaredResponse(response);
      }),
      runs,
    );
    expect(errors).toEqual([]);
  });

  it('as a request to any path gets a declared response', async () => {
    const { port, errors } = await start(endpoints);
    await fc.assert(
      fc.asyncProperty(
        fc.record({ method, target, headers: fc.array(header, { maxLength: 4 }), body }),
        async (request) => {
          const response = await sendRaw(port, requestOf(request));
          expectDeclaredResponse(response.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, ''));
        },
      ),
      runs,
    );
    expect(errors).toEqual([]);
  });

  it('as the JSON body of a route gets a declared response', async () => {
    const { port, errors } = await start(endpoints);
    const headers = [`X-API-Key: ${writerKey}`, 'Content-Type: application/json'];
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        expectDeclaredResponse(
          await sendRaw(port, requestOf({ method: 'PATCH', target: `/lines/${lineId}`, headers, body: sent })),
        );
      }),
      runs,
    );
    expect(errors).toEqual([]);
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
  });
});
