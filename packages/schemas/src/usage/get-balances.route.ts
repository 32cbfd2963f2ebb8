import { defineRoute } from '@linework/http/define-route';
import { lineProduct } from './line-product.ts';
import { lineProductBalance } from './line-product-balance.ts';

export const getBalancesRoute = defineRoute({
  name: 'getBalances',
  method: 'get',
  path: '/lines/{lineId}/products/{productId}/balances',
  tag: 'usage',
  summary: 'Get the balance of a product on a line',
  description: 'Credits whose due date has passed are excluded.',
  scope: 'usage:read',
  params: lineProduct,
  responses: { 200: { description: 'The balance.', body: lineProductBalance } },
  problems: ['not-found'],
});
