import { implement } from '@linework/http/implement';
import { findUnansweredCall } from '@linework/partners/unanswered/find-unanswered-call';
import { getUnansweredCallRoute } from '@linework/schemas/unanswered-calls/unanswered-calls.routes';
import type { Deps } from '../deps.ts';

export const getUnansweredCall = implement(getUnansweredCallRoute, async ({ params }, { db }: Deps) => ({
  status: 200,
  body: await findUnansweredCall(db, params.id),
}));
