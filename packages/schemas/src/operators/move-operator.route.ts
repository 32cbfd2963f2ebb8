import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { newOperator, operator } from './operator.ts';

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
    'It works for three days, and only to choose another one. The response to a repetition with the same `Idempotency-Key` does not have it.',
  scope: 'operator',
  shownOnce: 'password',
  params,
  responses: { 200: { description: 'The person, with the first password.', body: newOperator } },
  problems: ['not-found'],
});
