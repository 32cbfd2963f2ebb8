import { defineRoute } from '@linework/http/define-route';
import { implement } from '@linework/http/implement';
import { emitOperatorEvent } from '@linework/operators/emit-operator-event';
import { endSession } from '@linework/operators/end-sessions';
import { eventType } from '@linework/schemas/events';
import type { Deps } from '../../deps.ts';
import { noSessionCookie } from '../session-cookie.ts';
import { getPerson } from './get-person.ts';

const signOutRoute = defineRoute({
  name: 'signOut',
  method: 'post',
  path: '/sign-out',
  tag: 'console',
  summary: 'Sign out',
  description: 'The session ends in the database, so that a copy of its cookie is worth nothing.',
  scope: 'operator',
  responses: { 204: { description: 'Signed out.', headers: { 'Set-Cookie': 'No session' } } },
  problems: ['not-signed-in'],
});

export const signOut = implement(signOutRoute, async ({ caller }, { db }: Deps) => {
  const { id, tokenDigest } = getPerson(caller);
  await db.transaction(async (tx) => {
    await endSession(tx, tokenDigest);
    await emitOperatorEvent(tx, { type: eventType('operator.signed_out'), operatorId: id, byId: id });
  });
  return { status: 204, headers: { 'Set-Cookie': noSessionCookie } };
});
