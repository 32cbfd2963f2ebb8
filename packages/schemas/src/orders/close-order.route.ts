import { defineRoute } from '@linework/http/define-route';
import { operatorRequest } from './order-request.ts';

export const closeOrderRoute = defineRoute({
  ...operatorRequest,
  name: 'closeOrder',
  path: '/orders/{orderId}/close',
  summary: 'Close an order that stopped, and leave its line where it is',
  description:
    'Another SIM or number that it had claimed for its line is held back: resume it once the network does not know it on the line, or decommission it.',
});
