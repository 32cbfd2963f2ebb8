import { defineRoute } from '@linework/http/define-route';
import { implement } from '@linework/http/implement';
import type { Deps } from '../../deps.ts';
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
  responses: { 200: { description: 'The session.', body: sessionBody } },
  problems: ['not-signed-in'],
});

export const getSession = implement(getSessionRoute, async ({ caller }, _deps: Deps) => ({ status: 200, body: showSession(getPerson(caller)) }));
