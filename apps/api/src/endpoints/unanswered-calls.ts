import { decideUnansweredCall } from '@linework/partner-decisions/decide-unanswered-call';
import { retryPartnerCall } from '@linework/partner-decisions/retry-partner-call';
import { findUnansweredCall } from '@linework/partners/unanswered/find-unanswered-call';
import { listUnansweredCalls } from '@linework/partners/unanswered/list-unanswered-calls';
import {
  askPartnerAgainRoute,
  decideUnansweredCallRoute,
  getUnansweredCallRoute,
  listUnansweredCallsRoute,
} from '@linework/schemas/unanswered-calls/unanswered-calls.routes';
import { page, record } from '../request/endpoint.ts';

export const unansweredCalls = {
  '/unanswered-calls': {
    get: page(listUnansweredCallsRoute, ({ query }, { db }) => listUnansweredCalls(db, query)),
    '/{id}': {
      get: record(getUnansweredCallRoute, ({ params }, { db }) => findUnansweredCall(db, params.id)),
      '/ask-again': {
        post: record(askPartnerAgainRoute, ({ params, body, caller }, { db }) =>
          retryPartnerCall(db, { caller, id: params.id, reason: body.reason }),
        ),
      },
      '/decide': {
        post: record(decideUnansweredCallRoute, ({ params, body, caller }, { db }) =>
          decideUnansweredCall(db, { caller, id: params.id, decision: body }),
        ),
      },
    },
  },
} as const;
