import { describe, expect, it } from 'vitest';
import type { LineworkEvent } from '../src/events/linework-event.ts';
import { aClient } from './support/a-client.ts';
import { aProblem, aServer, type ReceivedRequest } from './support/a-server.ts';

/** The feed of the positions 1 to `last`, two on each page. */
const feed = (last: number) => ({
  read: ({ url }: ReceivedRequest) => {
    const after = Number(new URL(url, 'http://feed').searchParams.get('after') ?? 0);
    const positions = [after + 1, after + 2].filter((position) => position <= last);
    return {
      body: {
        items: positions.map((position) => ({ id: `e-${position}`, position, type: 'line.blocked' })),
        meta: { nextAfter: positions.at(-1) ?? after, hasMore: positions.length === 2 },
      },
    };
  },
});

/** A reader that stops at a position. */
function aReader(last: number) {
  const controller = new AbortController();
  const positions: number[] = [];
  const onEvent = ({ position }: LineworkEvent) => {
    positions.push(position);
    if (position === last) controller.abort();
  };
  return { positions, onEvent, signal: controller.signal };
}

describe('following the feed', () => {
  it('reads one event after the other, page after page', async () => {
    const { positions, ...reader } = aReader(5);
    await aClient(await aServer(feed(5).read)).events.follow(reader);
    expect(positions).toEqual([1, 2, 3, 4, 5]);
  });

  it('leaves nothing out and repeats nothing when connections break and the server is down', async () => {
    const { positions, ...reader } = aReader(5);
    const { read } = feed(5);
    const server = await aServer((request, count) =>
      count === 2 ? 'reset' : count === 3 ? aProblem(503, 'internal-server-error', 'unavailable') : read(request),
    );
    const retries: number[] = [];
    await aClient(server).events.follow({ ...reader, onRetry: (_error, retryInMs) => retries.push(retryInMs) });
    expect(positions).toEqual([1, 2, 3, 4, 5]);
    expect(retries).toHaveLength(2);
  });

  it('saves a position only after its event was handled', async () => {
    const saved: number[] = [];
    const store = { load: () => 1, save: (position: number) => void saved.push(position) };
    const onEvent = ({ position }: LineworkEvent) => {
      if (position === 4) throw new Error('The disk is full.');
    };
    await expect(aClient(await aServer(feed(5).read)).events.follow({ store, onEvent })).rejects.toThrow(
      'The disk is full.',
    );
    expect(saved).toEqual([2, 3]);
  });

  it('begins after the given position where the store has none', async () => {
    const { positions, ...reader } = aReader(5);
    const store = { load: async () => undefined, save: async () => undefined };
    await aClient(await aServer(feed(5).read)).events.follow({ ...reader, store, after: 3 });
    expect(positions).toEqual([4, 5]);
  });

  it('saves the end of a page whose events the filter excludes', async () => {
    const controller = new AbortController();
    const server = await aServer(() => ({ body: { items: [], meta: { nextAfter: 400, hasMore: true } } }));
    const save = (position: number) => controller.abort(position);
    await aClient(server).events.follow({
      onEvent: () => undefined,
      store: { load: () => 1, save },
      signal: controller.signal,
    });
    expect(controller.signal.reason).toBe(400);
  });

  it('sends its filter with each request', async () => {
    const reader = aReader(1);
    const server = await aServer(feed(1).read);
    await aClient(server).events.follow({ ...reader, filter: { type: ['line.blocked', 'line.activated'] } });
    expect(server.requests[0]?.url).toBe('/events?limit=100&waitSeconds=25&type=line.blocked&type=line.activated');
  });

  it('ends with the error of a position that is gone', async () => {
    const server = await aServer(() => aProblem(410, 'gone'));
    await expect(aClient(server).events.follow({ onEvent: () => undefined, after: 1 })).rejects.toMatchObject({
      status: 410,
    });
  });

  it('ends when its signal is aborted while it waits for an event', async () => {
    const controller = new AbortController();
    const server = await aServer(() => {
      controller.abort();
      return 'silence';
    });
    await expect(
      aClient(server).events.follow({ onEvent: () => undefined, signal: controller.signal }),
    ).resolves.toBeUndefined();
  });

  it('does not take an error of onEvent for one of the feed', async () => {
    const server = await aServer(feed(1).read);
    const onEvent = async () => void (await aClient({ url: 'http://127.0.0.1:9' }, { maxRetries: 0 }).lines.get('l-1'));
    await expect(aClient(server).events.follow({ onEvent })).rejects.toMatchObject({ name: 'ConnectionError' });
    expect(server.requests).toHaveLength(1);
  });
});
