import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { pause, pauseKinds } from './pause.ts';

export const createPauseRoute = defineRoute({
  name: 'createPause',
  method: 'post',
  path: '/pauses',
  tag: 'orders',
  summary: 'Pause an order type, a step or a system',
  description:
    'Within two seconds no worker starts a step of it. Orders are still accepted; they wait, use no attempt, and go on when the pause ends. A call that has begun ends as usual.',
  scope: 'operator',
  body: z
    .strictObject({
      kind: z.enum(pauseKinds),
      target: z.string().min(1).max(200).meta({
        description: 'The code of the order type, the `orderTypeStepCode` of the step, or the name of the system.',
        example: 'network',
      }),
      reason: z.string().min(1).max(500).meta({ description: 'Stored with the pause and in its event.' }),
    })
    .meta({ example: { kind: 'system', target: 'network', reason: 'Incident 4711' } }),
  responses: { 201: { description: 'The pause.', body: pause, headers: { Location: 'The pause' } } },
  problems: ['already-paused', 'unknown-pause-target'],
});
