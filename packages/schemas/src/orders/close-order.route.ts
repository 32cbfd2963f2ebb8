import { defineRoute } from '@linework/http/define-route';
import { operatorsRequest } from './order-request.ts';

export const closeOrderRoute = defineRoute({
  ...operatorsRequest,
  name: 'closeOrder',
  path: '/orders/{orderId}/close',
  summary: 'Close an order that stopped, and leave its line where it is',
});
