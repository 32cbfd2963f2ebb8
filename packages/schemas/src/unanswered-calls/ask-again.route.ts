import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { reason, unansweredCallRequest } from './unanswered-call-request.ts';

export const askPartnerAgainRoute = defineRoute({
  ...unansweredCallRequest,
  name: 'askPartnerAgain',
  path: '/unanswered-calls/{id}/ask-again',
  summary: 'Make an unanswered call again now',
  description: 'Its age is reset to zero.',
  body: z.strictObject({ reason }),
});
