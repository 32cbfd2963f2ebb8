import type { Caller } from '@linework/auth/caller';
import { buildEnvelope } from '@linework/events/build-envelope';
import type { FeedFilter } from '@linework/events/feed/feed-filter';
import { findEvent } from '@linework/events/feed/find-event';
import { type FeedQuery, findStart, readPage, waitForEvents } from '@linework/events/feed/list-events';
import { readBounds } from '@linework/events/feed/read-feed';
import { buildLinkHeader } from '@linework/http/link-header';
import { validationError } from '@linework/problem-details/make-problem';
import { describeEventTypes } from '@linework/schemas/events/describe-event-types';
import { expandEventTypes } from '@linework/schemas/events/event-type-pattern';
import {
  getEventRoute,
  listEventsRoute,
  listEventTypesRoute,
  streamEventsRoute,
} from '@linework/schemas/events/events.routes';
import { positionFromText } from '@linework/schemas/events/feed-position';
import { endpoint } from '../request/endpoint.ts';
import { followFeed } from '../request/follow-feed.ts';
import { assertStillAllowed, isStillAllowed, recheckMs } from '../request/still-allowed.ts';

const listEventsEndpoint = endpoint(
  listEventsRoute,
  async ({ query, url, caller, hold }, { db, feedTail, stopping }) => {
    const reader = { db, tail: feedTail };
    const feedQuery: FeedQuery = {
      filter: buildFeedFilter(query, caller),
      after: query.after ?? (await findStart(reader)),
      limit: query.limit,
    };
    const page = await readPage(reader, feedQuery);
    const isLast = page.events.length === 0 && page.readTo >= page.newest;
    const found =
      isLast && query.waitSeconds > 0
        ? await waitForEvents(
            reader,
            { ...feedQuery, after: page.readTo },
            {
              timeoutMs: query.waitSeconds * 1_000,
              signal: AbortSignal.any([hold(), stopping]),
              assertAllowed: () => assertStillAllowed(db, caller),
              recheckMs,
            },
          )
        : page;
    const hasMore = found.readTo < page.newest;
    return {
      status: 200,
      headers: { Link: buildLinkHeader(url, { next: hasMore ? { after: found.readTo } : undefined }) },
      body: {
        items: found.events.map((event) => buildEnvelope(event, { payload: 'full', reader: caller })),
        meta: { nextAfter: found.readTo, hasMore },
      },
    };
  },
);

const streamEventsEndpoint = endpoint(
  streamEventsRoute,
  async ({ query, caller, hold, lastEventId }, { db, feedTail, streams, stopping, runInTurn }) => {
    const reader = { db, tail: feedTail };
    const filter = buildFeedFilter(query, caller);
    const after = readLastEventId(lastEventId) ?? query.after ?? (await readBounds(db)).newest;
    // A position that is gone is a problem before the stream begins.
    await readPage(reader, { filter, after, limit: 1 });
    const close = streams.open(caller);
    const disconnected = hold();
    disconnected.addEventListener('abort', close, { once: true });
    if (disconnected.aborted) close();
    const body = followFeed({
      reader,
      query: { filter, after, limit: chunkSize },
      caller,
      signal: AbortSignal.any([disconnected, stopping]),
      isAllowed: () => isStillAllowed(db, caller),
      runInTurn,
    });
    return { status: 200, body };
  },
);

export const events = {
  '/events': {
    get: listEventsEndpoint,
    '/stream': { get: streamEventsEndpoint },
    '/{id}': {
      get: endpoint(getEventRoute, async ({ params, caller }, { db }) => ({
        status: 200,
        body: buildEnvelope(await findEvent(db, { id: params.id, caller }), { payload: 'full', reader: caller }),
      })),
    },
  },
  '/event-types': {
    get: endpoint(listEventTypesRoute, async () => {
      items ??= describeEventTypes();
      return { status: 200, body: { items } };
    }),
  },
} as const;

interface FeedFilterQuery extends Omit<FeedFilter, 'types' | 'brokerId'> {
  readonly type?: readonly string[] | undefined;
  readonly brokerId?: string | undefined;
}

/** The filter of a request. A broker's key sees its own events: with another broker in the query it sees none. */
function buildFeedFilter(
  { type, brokerId, resourceType, resourceId, orderId }: FeedFilterQuery,
  caller: Caller,
): FeedFilter {
  const isOther = caller.brokerId !== null && brokerId !== undefined && brokerId !== caller.brokerId;
  const types = type?.flatMap(expandEventTypes);
  return {
    brokerId: caller.brokerId ?? brokerId ?? null,
    types: isOther ? [] : types,
    resourceType,
    resourceId,
    orderId,
  };
}

/** Built at the first request: 15 ms, and never changes. */
let items: ReturnType<typeof describeEventTypes> | undefined;

/** Events are sent in pieces of this size. Each chunk waits until the client has read the one before. */
const chunkSize = 100;

function readLastEventId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const position = positionFromText.safeParse(text);
  if (!position.success)
    throw validationError([{ detail: 'must be the id of an event of this stream', parameter: 'Last-Event-ID' }]);
  return position.data;
}
