import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';

export const orderTypeDocument = z
  .strictObject({
    code: z.string(),
    summary: z.string(),
    onFailure: z.enum(['halt', 'rollback']),
    request: z.string().meta({ description: 'What is asked of the line.' }),
    from: z.array(z.string()).meta({ description: 'The statuses of a line in which it may be asked.' }),
    steps: z.array(z.strictObject({ code: z.string(), actionCode: z.string(), kind: z.enum(['external', 'local']), pointOfNoReturn: z.boolean() })),
  })
  .meta({ id: 'OrderType' });

export const listOrderTypesRoute = defineRoute({
  name: 'listOrderTypes',
  method: 'get',
  path: '/order-types',
  tag: 'meta',
  summary: 'Everything that can be ordered, with its steps',
  scope: 'orders:read',
  answers: { 200: { description: 'The order types.', body: z.strictObject({ items: z.array(orderTypeDocument) }) } },
  problems: [],
});
