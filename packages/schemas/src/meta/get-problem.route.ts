import { defineRoute } from '@linework/http/define-route';
import { allProblemCodes } from '@linework/problem-details/codes/problem-codes';
import { problemNames } from '@linework/problem-details/problems';
import { z } from 'zod';

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
