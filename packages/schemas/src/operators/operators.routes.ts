import { personRoles } from '@linework/auth/roles';
import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { newOperator, operator, operatorEmail, operatorName, operatorRole, operatorRoleId } from './operator.ts';

export const listOperatorsRoute = defineRoute({
  name: 'listOperators',
  method: 'get',
  path: '/operators',
  tag: 'operators',
  summary: 'List the people who work with the console',
  description:
    'Also those who are disabled. A broker sees its own people, an operator sees all. In the console only ' +
    'administrators read it.',
  scope: 'people:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: {
      name: z.string().min(1).max(100).optional(),
      role: listFromText(z.enum(personRoles)).optional(),
      roleId: listFromText(z.uuid()).optional().meta({ description: 'People who have these roles.' }),
      brokerId: listFromText(z.uuid()).optional().meta({ description: 'People of these brokers.' }),
    },
  }),
  responses: {
    200: {
      description: 'One page of people.',
      body: pagedEnvelope(operator),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const createOperatorRoute = defineRoute({
  name: 'createOperator',
  method: 'post',
  path: '/operators',
  tag: 'operators',
  summary: 'Create a person who works with the console',
  description:
    'The response has a first password, which is stored nowhere. It works for three days, and only to choose ' +
    'another one. ' +
    'With an e-mail address a person of the operator can sign in through the OpenID provider, where one is ' +
    'configured. Nobody gives a role with more scopes than their own.',
  scope: 'people:write',
  shownOnce: 'password',
  body: z
    .strictObject({
      name: operatorName,
      role: operatorRole.optional(),
      roleId: operatorRoleId.optional(),
      email: operatorEmail.optional(),
      brokerId: z
        .uuid()
        .optional()
        .meta({
          description:
            'The broker whose records the person sees. A broker creates only its own people; an operator who leaves ' +
            'it out creates one of its own, who sees all brokers.',
        }),
    })
    .refine(({ role, roleId }) => (role === undefined) !== (roleId === undefined), {
      path: ['role'],
      error: 'is needed, or roleId, and not both',
    })
    .meta({ example: { name: 'Bia Prado', role: 'care' } }),
  responses: {
    201: {
      description: 'The person, with the first password.',
      body: newOperator,
      headers: { Location: 'The person' },
    },
  },
  problems: ['operator-taken', 'other-broker', 'unknown-broker', 'unknown-role'],
});

export const getOperatorRoute = defineRoute({
  name: 'getOperator',
  method: 'get',
  path: '/operators/{id}',
  tag: 'operators',
  summary: 'Get a person by id',
  description: 'The password is never shown.',
  scope: 'people:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The person.', body: operator } },
  problems: ['not-found'],
});

export const changeOperatorRoute = defineRoute({
  name: 'changeOperator',
  method: 'patch',
  path: '/operators/{id}',
  tag: 'operators',
  summary: 'Change the name, the e-mail address or the role of a person',
  description:
    'With a new role the person signs in again: every session ends. Another e-mail address, or none, also ends ' +
    'the link to the account at the OpenID provider. ' +
    'The last enabled administrator keeps the role (409 `last-administrator`).',
  scope: 'people:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z
    .strictObject({
      name: operatorName.optional(),
      email: operatorEmail.nullable().optional(),
      role: operatorRole.optional(),
      roleId: operatorRoleId.optional(),
    })
    .refine(({ role, roleId }) => role === undefined || roleId === undefined, {
      path: ['roleId'],
      error: 'is not allowed beside role',
    })
    .meta({ example: { name: 'Bia Prado', role: 'billing' } }),
  responses: { 200: { description: 'The person as it is now.', body: operator } },
  problems: ['not-found', 'operator-taken', 'last-administrator', 'unknown-role'],
});

const params = z.strictObject({ id: z.uuid() });

export const disableOperatorRoute = defineRoute({
  name: 'disableOperator',
  method: 'post',
  path: '/operators/{id}/disable',
  tag: 'operators',
  summary: 'Disable a person: every session ends at once',
  description: 'Events keep the name. The last enabled administrator cannot be disabled (409 `last-administrator`).',
  scope: 'people:write',
  params,
  responses: { 200: { description: 'The person as it is now.', body: operator } },
  problems: ['not-found', 'last-administrator'],
});

export const enableOperatorRoute = defineRoute({
  name: 'enableOperator',
  method: 'post',
  path: '/operators/{id}/enable',
  tag: 'operators',
  summary: 'Let a disabled person sign in again',
  description: 'The password is the one from before.',
  scope: 'people:write',
  params,
  responses: { 200: { description: 'The person as it is now.', body: operator } },
  problems: ['not-found'],
});

export const resetOperatorPasswordRoute = defineRoute({
  name: 'resetOperatorPassword',
  method: 'post',
  path: '/operators/{id}/reset-password',
  tag: 'operators',
  summary: 'Give a person a first password again: every session ends at once',
  description:
    'It works for three days, and only to choose another one. The response to a repetition with the same ' +
    '`Idempotency-Key` does not have it.',
  scope: 'people:write',
  shownOnce: 'password',
  params,
  responses: { 200: { description: 'The person, with the first password.', body: newOperator } },
  problems: ['not-found'],
});

export const endOperatorSessionsRoute = defineRoute({
  name: 'endOperatorSessions',
  method: 'post',
  path: '/operators/{id}/end-sessions',
  tag: 'operators',
  summary: 'End every session of a person at once',
  description: 'For a lost computer or a forgotten sign-out. The person may sign in again with the same password.',
  scope: 'people:write',
  params,
  responses: { 200: { description: 'The person as it is now.', body: operator } },
  problems: ['not-found'],
});
