import { buildEnvelope } from '@linework/events/build-envelope';
import { findEvent } from '@linework/events/feed/find-event';
import { implement } from '@linework/http/implement';
import { getEventRoute } from '@linework/schemas/events/events.routes';
import type { Deps } from '../deps.ts';

export const getEvent = implement(getEventRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: buildEnvelope(await findEvent(db, { id: params.id, caller }), { payload: 'full', reader: caller }),
}));
