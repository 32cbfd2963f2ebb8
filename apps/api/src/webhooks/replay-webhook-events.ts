import { implement } from '@linework/http/implement';
import { replayWebhookEventsRoute } from '@linework/schemas/webhooks/webhook-endpoints.routes';
import { replayEvents } from '@linework/webhooks/replays/replay-events';
import type { Deps } from '../deps.ts';
import { assertReadsEvents } from './assert-reads-events.ts';

export const replayWebhookEvents = implement(
  replayWebhookEventsRoute,
  async ({ params, body, caller }, { db }: Deps) => {
    assertReadsEvents(caller);
    const replay = await replayEvents(db, { ...body, caller, endpointId: params.id });
    return { status: 200, body: body.dryRun ? { count: replay.count } : replay };
  },
);
