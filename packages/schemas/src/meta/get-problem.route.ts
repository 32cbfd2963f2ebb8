import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';

export const getProblemRoute = defineRoute({
  name: 'getProblem',
  method: 'get',
  path: '/problems/{name}',
  tag: 'meta',
  summary: 'What a problem type means',
  scope: null,
  params: z.strictObject({ name: z.string().min(1).max(100) }),
  answers: {
    200: {
      description: 'The problem type in words.',
      body: z.strictObject({ type: z.string(), name: z.string(), title: z.string(), statuses: z.array(z.int().min(400).max(599)), explanation: z.string() }),
    },
  },
  problems: ['not-found'],
});
