import { defineRoute } from '@linework/http/define-route';
import { orderHeaders, placeOrderQuery } from '../place-order.ts';
import { line } from './line.ts';
import { newLine } from './new-line.ts';

export const createLineRoute = defineRoute({
  name: 'createLine',
  method: 'post',
  path: '/lines',
  tag: 'lines',
  summary: 'Create a line',
  description: 'Claims the number and the SIM and opens an order that creates the line on the network.',
  scope: 'lines:write',
  query: placeOrderQuery,
  body: newLine,
  responses: { 202: { description: 'The line with its open order.', body: line, headers: orderHeaders } },
  problems: [
    'external-code-taken',
    'holder-anonymised',
    'number-in-use',
    'one-resource-per-type',
    'sim-in-use',
    'sim-without-imsi',
    'unknown-holder',
    'unknown-subscription',
    'resource-not-available',
    'resource-group-incomplete',
    'unknown-source',
  ],
});
