import { implement } from '@linework/http/implement';
import { replayWebhookEventsRoute } from '@linework/schemas/webhooks/replay-webhook-events.route';
import { replayEvents } from '@linework/webhooks/replays/replay-events';
import type { Deps } from '../deps.ts';

export const replayWebhookEvents = implement(replayWebhookEventsRoute, async ({ params, body, caller }, { db }: Deps) => {
  const replay = await replayEvents(db, { ...body, caller, endpointId: params.id });
  return body.dryRun ? { status: 200, body: { count: replay.count } } : { status: 202, body: replay };
});
