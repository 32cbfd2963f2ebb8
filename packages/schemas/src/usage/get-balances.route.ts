import { defineRoute } from '@linework/http/define-route';
import { lineProduct } from './line-product.ts';
import { lineProductBalance } from './line-product-balance.ts';

export const getBalancesRoute = defineRoute({
  name: 'getBalances',
  method: 'get',
  path: '/lines/{lineId}/products/{productId}/balances',
  tag: 'usage',
  summary: 'Look up what a line has left of a product',
  description: 'Credits whose due date has passed are not counted.',
  scope: 'usage:read',
  params: lineProduct,
  responses: { 200: { description: 'The balance.', body: lineProductBalance } },
  problems: ['not-found'],
});
