import { buildEnvelope } from '@linework/events/build-envelope';
import { type FeedQuery, findStart, readPage, waitForEvents } from '@linework/events/feed/list-events';
import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listEventsRoute } from '@linework/schemas/events/events.routes';
import type { Deps } from '../deps.ts';
import { assertStillAllowed, recheckMs } from '../still-allowed.ts';
import { buildFeedFilter } from './build-feed-filter.ts';

export const listEvents = implement(
  listEventsRoute,
  async ({ query, url, caller, hold }, { db, feedTail, stopping }: Deps) => {
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
