import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';

const orderTypeDocument = z
  .strictObject({
    code: z.string(),
    version: z.int().min(1).meta({ description: 'The version of new orders. An order keeps its version.' }),
    earlierVersions: z
      .array(z.int().min(1))
      .meta({ description: 'Versions whose open orders are still executed, newest first.' }),
    summary: z.string(),
    onFailure: z.enum(['halt', 'rollback']),
    request: z.string().meta({ description: 'The request to the line.' }),
    from: z.array(z.string()).meta({ description: 'The statuses of a line that allow the request.' }),
    steps: z.array(
      z.strictObject({
        code: z.string(),
        actionCode: z.string(),
        kind: z.enum(['external', 'local']),
        pointOfNoReturn: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'OrderType' });

export const listOrderTypesRoute = defineRoute({
  name: 'listOrderTypes',
  method: 'get',
  path: '/order-types',
  tag: 'meta',
  summary: 'List all order types',
  description: 'An order type lists its steps and the statuses of a line that allow it.',
  scope: 'orders:read',
  responses: { 200: { description: 'The order types.', body: z.strictObject({ items: z.array(orderTypeDocument) }) } },
  problems: [],
});
