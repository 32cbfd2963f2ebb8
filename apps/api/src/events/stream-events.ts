import { readPage } from '@linework/events/feed/list-events';
import { readBounds } from '@linework/events/feed/read-feed';
import { implement } from '@linework/http/implement';
import { validationError } from '@linework/problem-details/make-problem';
import { streamEventsRoute } from '@linework/schemas/events/events.routes';
import { positionFromText } from '@linework/schemas/events/feed-position';
import type { Deps } from '../deps.ts';
import { isStillAllowed } from '../still-allowed.ts';
import { buildFeedFilter } from './build-feed-filter.ts';
import { followFeed } from './follow-feed.ts';

/** Events are sent in pieces of this size. Each piece waits until the client has read the one before. */
const pieceSize = 100;

export const streamEvents = implement(
  streamEventsRoute,
  async ({ query, caller, hold, lastEventId }, { db, feedTail, streams, stopping, runInTurn }: Deps) => {
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
      query: { filter, after, limit: pieceSize },
      caller,
      signal: AbortSignal.any([disconnected, stopping]),
      isAllowed: () => isStillAllowed(db, caller),
      runInTurn,
    });
    return { status: 200, body };
  },
);

function readLastEventId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const position = positionFromText.safeParse(text);
  if (!position.success)
    throw validationError([{ detail: 'must be the id of an event of this stream', parameter: 'Last-Event-ID' }]);
  return position.data;
}
