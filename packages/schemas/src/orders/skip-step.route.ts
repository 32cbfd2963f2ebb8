import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { operatorRequest } from './order-request.ts';
import { stepIdInPath } from './step-id-in-path.ts';

export const skipStepRoute = defineRoute({
  ...operatorRequest,
  name: 'skipStep',
  path: '/orders/{orderId}/steps/{stepId}/skip',
  summary: 'Skip the failed step of an order and continue with the next one',
  description: 'Only an operator may skip a step, because the network may then differ from the order.',
  params: z.strictObject({ orderId: z.uuid(), stepId: stepIdInPath }),
});
