import { defineRoute } from '@linework/http/define-route';
import { implement } from '@linework/http/implement';
import { z } from 'zod';
import type { Deps } from '../../request/deps.ts';
import { getPerson } from './get-person.ts';
import { sessionBody, showSession } from './session-body.ts';

const getSessionRoute = defineRoute({
  name: 'getSession',
  method: 'get',
  path: '/session',
  tag: 'console',
  summary: 'Get the session',
  description: 'The person who is signed in.',
  scope: 'operator',
  responses: {
    200: {
      description: 'The session.',
      body: sessionBody.extend({
        traceUrl: z.string().optional().meta({
          description:
            'The address of the traces of an order, with `{orderId}` or `{correlationId}` where the id goes.',
        }),
      }),
    },
  },
  problems: ['not-signed-in'],
});

export const getSession = (traceUrl: string | undefined) =>
  implement(getSessionRoute, async ({ caller }, _deps: Deps) => ({
    status: 200,
    body: { ...showSession(getPerson(caller)), ...(traceUrl !== undefined && { traceUrl }) },
  }));
