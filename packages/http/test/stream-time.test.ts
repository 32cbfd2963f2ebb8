import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createClient } from '../src/client.ts';
import { defineRoute } from '../src/define-route.ts';
import { implement } from '../src/implement.ts';
import { start, writerKey } from './support/start.ts';

// Test files share their modules. The reset prevents modules with other limits here, and modules with these limits in
// other files.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

/** Other bodies must arrive within 0.1 s here. A streamed body must not be idle for 3 s. */
vi.mock('../src/limits.ts', async (original) => ({
  ...(await original<typeof import('../src/limits.ts')>()),
  requestTimeoutMs: 100,
  headersTimeoutMs: 100,
  streamIdleTimeoutMs: 3_000,
}));

const loadRoute = defineRoute({
  name: 'loadLines',
  method: 'post',
  path: '/lines/load',
  tag: 'lines',
  summary: 'Load lines',
  description: 'Load lines.',
  scope: 'lines:write',
  stream: ['text/csv'],
  responses: { 200: { description: 'It arrived' } },
  problems: [],
});
const load = implement(loadRoute, async ({ stream }) => {
  for await (const chunk of stream.chunks) void chunk;
  return { status: 200 };
});

describe('a streamed body', () => {
  it('may take longer to arrive than any other', async () => {
    const { url } = await start([load]);
    let left = 25;
    const content = new ReadableStream<Uint8Array>({
      async pull(controller) {
        // The server checks for overdue requests once per second.
        await sleep(100);
        left -= 1;
        if (left < 0) controller.close();
        else controller.enqueue(new Uint8Array(10));
      },
    });
    expect(
      await createClient(url, { apiKey: writerKey }).call(loadRoute, { stream: { mediaType: 'text/csv', content } }),
    ).toMatchObject({ status: 200 });
  });

  it('is aborted if it is idle for too long', async () => {
    const { port, answered, errors } = await start([load]);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.write(
      `POST /lines/load HTTP/1.1\r\nHost: x\r\nX-API-Key: ${writerKey}\r\nContent-Type: ` +
        `text/csv\r\nContent-Length: 100\r\n\r\nabc`,
    );
    await closed;
    await expect.poll(() => answered.length).toBe(1);
    expect(errors).toEqual([]);
  });
});
