import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { newOperator, operatorEmail, operatorName, operatorRole } from './operator.ts';

export const createOperatorRoute = defineRoute({
  name: 'createOperator',
  method: 'post',
  path: '/operators',
  tag: 'operators',
  summary: 'Create a person who works with the console',
  description:
    'The response has a first password, which is stored nowhere. It works for three days, and only to choose another one. ' +
    'With an e-mail address the person can sign in through the OpenID provider, where one is configured.',
  scope: 'operator',
  shownOnce: 'password',
  body: z.strictObject({ name: operatorName, role: operatorRole, email: operatorEmail.optional() }),
  responses: {
    201: {
      description: 'The person, with the first password.',
      body: newOperator,
      headers: { Location: 'The person' },
    },
  },
  problems: ['operator-taken'],
});
