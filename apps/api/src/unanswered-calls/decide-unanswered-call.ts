import { implement } from '@linework/http/implement';
import { decideUnansweredCall as decide } from '@linework/partner-decisions/decide-unanswered-call';
import { decideUnansweredCallRoute } from '@linework/schemas/unanswered-calls/unanswered-calls.routes';
import type { Deps } from '../deps.ts';

export const decideUnansweredCall = implement(
  decideUnansweredCallRoute,
  async ({ params, body, caller }, { db }: Deps) => ({
    status: 200,
    body: await decide(db, { caller, id: params.id, decision: body }),
  }),
);
