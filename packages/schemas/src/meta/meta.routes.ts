import { defineRoute } from '@linework/http/define-route';
import { allProblemCodes } from '@linework/problem-details/codes/problem-codes';
import { problemNames } from '@linework/problem-details/codes/problems';
import { z } from 'zod';

/** The public form of a lifecycle. */
const lifecycleDocument = z
  .strictObject({
    name: z.string(),
    initial: z.array(z.string()),
    statuses: z.array(z.strictObject({ name: z.string(), is: z.string(), final: z.boolean() })),
    moves: z.array(
      z.strictObject({
        from: z.string().nullable().meta({ description: 'Null for the creation of a record.' }),
        to: z.string(),
        on: z.string().optional().meta({ description: 'The request that causes this transition.' }),
      }),
    ),
  })
  .meta({ id: 'Lifecycle' });

export const listLifecyclesRoute = defineRoute({
  name: 'listLifecycles',
  method: 'get',
  path: '/lifecycles',
  tag: 'meta',
  summary: 'List all lifecycles',
  description: 'Every resource with a status has a lifecycle, which lists its statuses and transitions.',
  scope: 'orders:read',
  responses: { 200: { description: 'The lifecycles.', body: z.strictObject({ items: z.array(lifecycleDocument) }) } },
  problems: [],
});

export const getLifecycleRoute = defineRoute({
  name: 'getLifecycle',
  method: 'get',
  path: '/lifecycles/{name}',
  tag: 'meta',
  summary: 'Get a lifecycle',
  description:
    'A lifecycle lists the statuses of a resource, the transitions between them, and the requests that each ' +
    'status allows.',
  scope: 'orders:read',
  params: z.strictObject({ name: z.string().min(1).max(100) }),
  responses: { 200: { description: 'The lifecycle.', body: lifecycleDocument } },
  problems: ['not-found'],
});

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

const status = z.int().min(400).max(599);

export const getProblemRoute = defineRoute({
  name: 'getProblem',
  method: 'get',
  path: '/problems/{name}',
  tag: 'meta',
  summary: 'Get a problem type',
  description: 'This URL is the `type` of a problem. Lists the codes of the type, each with a remedy.',
  scope: null,
  params: z.strictObject({ name: z.string().min(1).max(100) }),
  responses: {
    200: {
      description: 'The problem type as text.',
      body: z
        .strictObject({
          type: z.url(),
          name: z.enum(problemNames),
          title: z.string(),
          statuses: z.array(status),
          explanation: z.string(),
          codes: z.array(
            z.strictObject({ code: z.enum(allProblemCodes), status, title: z.string(), remedy: z.string() }),
          ),
        })
        .meta({ id: 'ProblemType' }),
    },
  },
  problems: ['not-found'],
});
