import { implement } from '@linework/http/implement';
import { retryPartnerCall as askAgain } from '@linework/partner-decisions/retry-partner-call';
import { askPartnerAgainRoute } from '@linework/schemas/unanswered-calls/unanswered-calls.routes';
import type { Deps } from '../deps.ts';

export const askPartnerAgain = implement(askPartnerAgainRoute, async ({ params, body, caller }, { db }: Deps) => ({
  status: 200,
  body: await askAgain(db, { caller, id: params.id, reason: body.reason }),
}));
