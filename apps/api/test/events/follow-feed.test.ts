import type { FeedTail } from '@linework/events/feed/feed-tail';
import type { FeedEvent } from '@linework/events/feed/read-feed';
import { aCallerOf } from '@linework/testing/callers';
import { v7 as newId } from 'uuid';
import { expect, it, onTestFinished, vi } from 'vitest';
import { followFeed } from '../../src/request/follow-feed.ts';
import { recheckMs } from '../../src/request/still-allowed.ts';

const brokerId = newId();
const anEvent = (position: number): FeedEvent => ({
  id: newId(),
  position,
  type: 'line.changed',
  at: new Date(0),
  brokerId,
  resourceType: 'line',
  resourceId: newId(),
  fromStatus: null,
  toStatus: null,
  orderId: null,
  keyId: null,
  keyName: null,
  keyBrokerId: null,
  operatorName: null,
  job: null,
  details: {},
  bytes: 2,
});

it('a stream sends no more of the events that it has read when the key ended before the client went on reading', async () => {
  const events = [anEvent(1), anEvent(2), anEvent(3)];
  const tail: FeedTail = {
    follow: () => () => undefined,
    take: () => events,
    waitForEventsAfter: async () => undefined,
  };
  const db = { query: async () => [] };
  let isKeyValid = true;
  const stream = followFeed({
    reader: { db, tail },
    query: { filter: {}, after: 0, limit: 100 },
    caller: aCallerOf({ id: brokerId }),
    signal: new AbortController().signal,
    isAllowed: async () => isKeyValid,
    runInTurn: (_caller, work) => work(),
  });
  await stream.next();
  expect(await stream.next()).toMatchObject({ value: { id: '1' } });
  isKeyValid = false;
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + recheckMs);
  onTestFinished(() => clock.mockRestore());
  expect(await stream.next()).toMatchObject({ done: true });
});
