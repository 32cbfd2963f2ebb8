import { roles } from '@linework/auth/roles';
import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { newOperator, operator, operatorEmail, operatorName, operatorRole } from './operator.ts';

export const listOperatorsRoute = defineRoute({
  name: 'listOperators',
  method: 'get',
  path: '/operators',
  tag: 'operators',
  summary: 'List the people who work with the console',
  description: 'Also those who are disabled. In the console only administrators read it.',
  scope: 'operator',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: { name: z.string().min(1).max(100).optional(), role: listFromText(z.enum(roles)).optional() },
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

export const getOperatorRoute = defineRoute({
  name: 'getOperator',
  method: 'get',
  path: '/operators/{id}',
  tag: 'operators',
  summary: 'Get a person by id',
  description: 'The password is never shown.',
  scope: 'operator',
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

const params = z.strictObject({ id: z.uuid() });

export const disableOperatorRoute = defineRoute({
  name: 'disableOperator',
  method: 'post',
  path: '/operators/{id}/disable',
  tag: 'operators',
  summary: 'Disable a person: every session ends at once',
  description: 'Events keep the name. The last enabled administrator cannot be disabled (409 `last-administrator`).',
  scope: 'operator',
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
  scope: 'operator',
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
  scope: 'operator',
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
  scope: 'operator',
  params,
  responses: { 200: { description: 'The person as it is now.', body: operator } },
  problems: ['not-found'],
});
