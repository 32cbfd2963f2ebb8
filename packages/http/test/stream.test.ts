import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createClient } from '../src/client.ts';
import { defineRoute } from '../src/define-route.ts';
import { implement } from '../src/implement.ts';
import { ClientDisconnected } from '../src/open-stream.ts';
import { openapi } from '../src/openapi/openapi.ts';
import { problemIn, readerKey, sendPlain, start, writerKey } from './support/start.ts';

const loadRoute = defineRoute({
  name: 'loadLines',
  method: 'post',
  path: '/lines/load',
  tag: 'lines',
  summary: 'Load lines',
  description: 'Load lines.',
  scope: 'lines:write',
  query: z.strictObject({ first: z.string().optional() }),
  stream: ['text/csv', 'application/x-ndjson'],
  responses: {
    200: { description: 'The received bytes', body: z.strictObject({ bytes: z.int(), mediaType: z.string() }) },
  },
  problems: [],
});

const count = implement(loadRoute, async ({ stream }) => {
  let bytes = 0;
  for await (const chunk of stream.chunks) bytes += chunk.length;
  return { status: 200, body: { bytes, mediaType: stream.mediaType } };
});

const headers = { 'X-API-Key': writerKey, 'Content-Type': 'text/csv' };

describe('a route with a streamed body', () => {
  it('reads a body that is longer than the limit of other bodies, with its media type', async () => {
    const { url } = await start([count]);
    const content = 'x'.repeat(3_000_000);
    const response = await createClient(url, { apiKey: writerKey }).call(loadRoute, {
      stream: { mediaType: 'application/x-ndjson', content },
    });
    expect(response).toMatchObject({ status: 200, body: { bytes: content.length, mediaType: 'application/x-ndjson' } });
  });

  it('accepts a media type in any spelling and with parameters', async () => {
    const { port } = await start([count]);
    const response = await sendPlain(port, {
      method: 'POST',
      path: '/lines/load',
      headers: { ...headers, 'Content-Type': 'Text/CSV ; charset=utf-8' },
      body: 'abc',
    });
    expect(response).toMatchObject({ status: 200, text: expect.stringContaining('"bytes":3') });
  });

  it.each([
    ['of another type', { 'Content-Type': 'application/json' }, 'unsupported-media-type'],
    ['in another charset', { 'Content-Type': 'text/csv; charset=iso-8859-1' }, 'unsupported-media-type'],
    ['of no type', { 'Content-Type': '' }, 'unsupported-media-type'],
    ['that is compressed', { 'Content-Encoding': 'gzip' }, 'unsupported-encoding'],
  ])('rejects a body %s with 415 before the handler runs', async (_, others, code) => {
    const handle = vi.fn();
    const { url } = await start([implement(loadRoute, handle)]);
    const response = await fetch(`${url}/lines/load`, {
      method: 'POST',
      headers: { ...headers, ...others },
      body: Buffer.from('a'),
    });
    expect(response.status).toBe(415);
    expect(await problemIn(response)).toMatchObject({ code });
    expect(handle).not.toHaveBeenCalled();
  });

  it('checks key, scope and parameters before it reads the body', async () => {
    const { url } = await start([count]);
    const send = (key: string, query = '') =>
      fetch(`${url}/lines/load${query}`, { method: 'POST', headers: { ...headers, 'X-API-Key': key }, body: 'a' });
    expect((await send('nobody')).status).toBe(401);
    expect((await send(readerKey)).status).toBe(403);
    expect((await send(writerKey, '?other=1')).status).toBe(400);
  });

  it('may respond in the middle of a long body, and the client can read the response', async () => {
    const early = implement(loadRoute, async ({ stream }) => {
      for await (const chunk of stream.chunks)
        return { status: 200, body: { bytes: chunk.length, mediaType: 'early' } };
      return { status: 200, body: { bytes: 0, mediaType: 'none' } };
    });
    const { port } = await start([early]);
    const response = await sendPlain(port, {
      method: 'POST',
      path: '/lines/load',
      headers,
      body: Buffer.alloc(20_000_000),
    });
    expect(response).toMatchObject({ status: 200, text: expect.stringContaining('early') });
  });

  it('slows the client down while the handler is busy', async () => {
    let continueReading = () => {};
    const busy = new Promise<void>((resolve) => {
      continueReading = resolve;
    });
    const slow = implement(loadRoute, async ({ stream }) => {
      let bytes = 0;
      for await (const chunk of stream.chunks) {
        await busy;
        bytes += chunk.length;
      }
      return { status: 200, body: { bytes, mediaType: stream.mediaType } };
    });
    const { url } = await start([slow]);
    const length = 200;
    let sent = 0;
    const content = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(1_000_000));
        if (sent === length) controller.close();
      },
    });
    const response = createClient(url, { apiKey: writerKey }).call(loadRoute, {
      stream: { mediaType: 'text/csv', content },
    });
    let before = -1;
    await expect
      .poll(
        () => {
          const isPaused = sent === before;
          before = sent;
          return isPaused;
        },
        { interval: 200 },
      )
      .toBe(true);
    expect(sent).toBeLessThan(length / 2);
    continueReading();
    expect(await response).toMatchObject({ status: 200, body: { bytes: length * 1_000_000 } });
  });

  it('throws in the handler if the client disconnects, and reports no error', async () => {
    let thrown: unknown;
    const recording = implement(loadRoute, async ({ stream }) => {
      try {
        for await (const chunk of stream.chunks) void chunk;
      } catch (error) {
        thrown = error;
        throw error;
      }
      return { status: 200, body: { bytes: 0, mediaType: '' } };
    });
    const { port, errors, answered } = await start([recording]);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /lines/load HTTP/1.1\r\nHost: x\r\nX-API-Key: ${writerKey}\r\nContent-Type: ` +
        `text/csv\r\nContent-Length: 100\r\n\r\nabc`,
    );
    await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
    await expect.poll(() => answered.length).toBe(1);
    await expect.poll(() => thrown).toBeInstanceOf(ClientDisconnected);
    expect(errors).toEqual([]);
  });

  it('does not call the interceptor for an Idempotency-Key', async () => {
    const interceptor = vi.fn();
    const { url } = await start([count], { interceptor });
    const response = await fetch(`${url}/lines/load`, {
      method: 'POST',
      headers: { ...headers, 'Idempotency-Key': 'a' },
      body: 'a',
    });
    expect(response.status).toBe(200);
    expect(interceptor).not.toHaveBeenCalled();
  });

  it('is in the document with its media types and without an Idempotency-Key', () => {
    const url = 'https://linework.example';
    const facts = {
      title: 'T',
      version: '1',
      serverUrl: url,
      description: 'T.',
      contact: { name: 'T', url },
      tags: [],
    };
    const operation = openapi([loadRoute], facts).paths?.['/lines/load']?.post;
    expect(
      Object.keys(
        operation?.requestBody && 'content' in operation.requestBody ? (operation.requestBody.content ?? {}) : {},
      ),
    ).toEqual(['text/csv', 'application/x-ndjson']);
    expect(JSON.stringify(operation?.parameters)).not.toContain('IdempotencyKey');
    expect(Object.keys(operation?.responses ?? {})).not.toContain('413');
  });

  it('cannot have another body or the method GET', () => {
    const { stream, ...plain } = loadRoute;
    expect(() => defineRoute({ ...plain, stream, body: z.strictObject({}) })).toThrow('can have no other body');
    expect(() => defineRoute({ ...plain, stream, method: 'get' })).toThrow('can have no other body');
  });
});
