import { defineRoute } from '@linework/http/define-route';
import { booleanFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { pause, pauseKinds } from './pause.ts';

export const listPausesRoute = defineRoute({
  name: 'listPauses',
  method: 'get',
  path: '/pauses',
  tag: 'orders',
  summary: 'List the pauses',
  description: 'Ended pauses are listed too, unless `ended=false`.',
  scope: 'operator',
  query: listQuery({ sortBy: { createdAt: 'time' }, filters: { ended: booleanFromText.optional() } }),
  responses: {
    200: {
      description: 'One page of pauses.',
      body: pagedEnvelope(pause),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const createPauseRoute = defineRoute({
  name: 'createPause',
  method: 'post',
  path: '/pauses',
  tag: 'orders',
  summary: 'Pause an order type, a step or a system',
  description:
    'Within two seconds no worker starts a step of it. Orders are still accepted; they wait, use no attempt, and ' +
    'go on when the pause ends. A call that has begun ends as usual.',
  scope: 'operator',
  body: z
    .strictObject({
      kind: z.enum(pauseKinds),
      target: z.string().min(1).max(200).meta({
        description: 'The code of the order type, the `orderTypeStepCode` of the step, or the name of the system.',
        example: 'network',
      }),
      reason: z.string().min(1).max(500).meta({ description: 'Stored with the pause and in its event.' }),
      endsAfterMinutes: z
        .int()
        .min(1)
        .max(10_080)
        .optional()
        .meta({ description: 'After so many minutes the pause ends by itself. If absent, somebody has to end it.' }),
    })
    .meta({ example: { kind: 'system', target: 'network', reason: 'Incident 4711' } }),
  responses: { 201: { description: 'The pause.', body: pause, headers: { Location: 'The pause' } } },
  problems: ['already-paused', 'unknown-pause-target'],
});

export const getPauseRoute = defineRoute({
  name: 'getPause',
  method: 'get',
  path: '/pauses/{id}',
  tag: 'orders',
  summary: 'Get a pause',
  description: 'A pause stops the steps of an order type, one step, or the calls to a system.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The pause.', body: pause } },
  problems: ['not-found'],
});

export const endPauseRoute = defineRoute({
  name: 'endPause',
  method: 'post',
  path: '/pauses/{id}/resume',
  tag: 'orders',
  summary: 'End a pause',
  description: 'Its orders go on within seconds, at most 2,000 of them each second.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    reason: z.string().min(1).max(500).meta({ description: 'Stored in the event of the pause.' }),
  }),
  responses: { 200: { description: 'The pause.', body: pause } },
  problems: ['not-found', 'pause-ended'],
});
