import { readBounds } from '@linework/events/feed/read-feed';
import { defineRoute } from '@linework/http/define-route';
import { implement } from '@linework/http/implement';
import { isSessionOpen } from '@linework/operators/find-session';
import { z } from 'zod';
import type { Deps } from '../../request/deps.ts';
import { idLimit } from '../changes/collect-changes.ts';
import { followChanges } from '../changes/follow-changes.ts';

const streamChangesRoute = defineRoute({
  name: 'streamChanges',
  method: 'get',
  path: '/changes',
  tag: 'console',
  summary: 'Stream which records have changed',
  description:
    'Server-sent events for a page that shows records: at most one message a second, with the kinds and the ids ' +
    'of what has changed since the one before. ' +
    'It has no data, so the page asks again for what it shows. It does not keep the session alive, and ends with it.',
  scope: 'operator',
  responses: {
    200: {
      description: 'A stream of messages.',
      eventStream: z.strictObject({
        kinds: z.array(z.string()).meta({ description: 'The kinds of the records, such as `order`.' }),
        ids: z
          .array(z.uuid())
          .max(idLimit)
          .meta({ description: 'The records, and the orders that have changed them.' }),
        isComplete: z.boolean().meta({ description: 'False if there are more: any record may have changed.' }),
      }),
    },
  },
  problems: ['not-signed-in'],
});

export const streamChanges = implement(
  streamChangesRoute,
  async ({ caller, hold }, { db, feedTail, streams, stopping }: Deps) => {
    const after = (await readBounds(db)).newest;
    const close = streams.open(caller);
    const disconnected = hold();
    disconnected.addEventListener('abort', close, { once: true });
    if (disconnected.aborted) close();
    const signal = AbortSignal.any([disconnected, stopping]);
    return {
      status: 200,
      body: followChanges({
        db,
        tail: feedTail,
        after,
        signal,
        brokerId: caller.brokerId,
        isOpen: () => isSessionOpen(db, caller),
      }),
    };
  },
);
