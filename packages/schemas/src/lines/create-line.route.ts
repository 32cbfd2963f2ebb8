import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { order } from '../orders/order.ts';
import { claimSource } from './claim-source.ts';
import { line } from './line.ts';
import { orderHeaders, placingQuery } from './line-operation.ts';

export const createLineRoute = defineRoute({
  name: 'createLine',
  method: 'post',
  path: '/lines',
  tag: 'lines',
  summary: 'Make a line of a number and a SIM',
  scope: 'lines:write',
  query: placingQuery,
  body: z.strictObject({
    holderId: z.uuid(),
    msisdn: claimSource,
    sim: claimSource,
    activate: z.boolean().default(false).meta({ description: 'Puts it into service in the same order; otherwise it stands by.' }),
    subscriptionId: z.uuid().optional(),
    externalCode: z.string().min(1).max(200).optional().meta({ description: 'Unique among the lines of a broker.' }),
    metadata: freeForm.default({}),
  }),
  answers: {
    200: { description: 'Dry run: the order as it would be placed.', body: order },
    202: { description: 'The line, with its order under way.', body: line, headers: orderHeaders },
  },
  problems: ['conflict'],
});
