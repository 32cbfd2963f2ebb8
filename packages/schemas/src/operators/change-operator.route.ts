import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { operator, operatorEmail, operatorName, operatorRole } from './operator.ts';

export const changeOperatorRoute = defineRoute({
  name: 'changeOperator',
  method: 'patch',
  path: '/operators/{id}',
  tag: 'operators',
  summary: 'Change the name, the e-mail address or the role of a person',
  description:
    'With a new role the person signs in again: every session ends. Another e-mail address, or none, also ends the link to the account at the OpenID provider. ' +
    'The last enabled administrator keeps the role (409 `last-administrator`).',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    name: operatorName.optional(),
    email: operatorEmail.nullable().optional(),
    role: operatorRole.optional(),
  }),
  responses: { 200: { description: 'The person as it is now.', body: operator } },
  problems: ['not-found', 'operator-taken', 'last-administrator'],
});
