import { defineRoute } from '@linework/http/define-route';
import { operatorRequest } from './order-request.ts';

export const closeOrderRoute = defineRoute({
  ...operatorRequest,
  name: 'closeOrder',
  path: '/orders/{orderId}/close',
  summary: 'Close a failed order without changing its line',
  description:
    'A replacement SIM or number that the order claimed is suspended. Resume it when the network no longer has it on the line, or decommission it.',
});
