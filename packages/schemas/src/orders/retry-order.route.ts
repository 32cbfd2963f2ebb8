import { defineRoute } from '@linework/http/define-route';
import { orderRequest } from './order-request.ts';

export const retryOrderRoute = defineRoute({
  ...orderRequest,
  name: 'retryOrder',
  path: '/orders/{orderId}/retry',
  summary: 'Go on with an order that stopped, from the step that failed',
});
