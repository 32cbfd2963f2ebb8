import { defineRoute } from '@linework/http/define-route';
import { implement } from '@linework/http/implement';
import { emitOperatorEvent } from '@linework/operators/emit-operator-event';
import { endSession } from '@linework/operators/end-sessions';
import type { OpenidProvider } from '@linework/operators/openid/openid-provider';
import { eventType } from '@linework/schemas/events';
import { z } from 'zod';
import type { Deps } from '../../request/deps.ts';
import { noSessionCookie } from '../session-cookie.ts';
import { getPerson, withOwnRows } from './get-person.ts';

const signOutRoute = defineRoute({
  name: 'signOut',
  method: 'post',
  path: '/sign-out',
  tag: 'console',
  summary: 'Sign out',
  description: 'The session ends in the database, so that a copy of its cookie is worth nothing.',
  scope: 'operator',
  responses: {
    200: {
      description: 'Signed out here. The provider still knows the person: `providerUrl` is the page that ends that.',
      body: z.strictObject({ providerUrl: z.string() }),
      headers: { 'Set-Cookie': 'No session' },
    },
    204: { description: 'Signed out.', headers: { 'Set-Cookie': 'No session' } },
  },
  problems: ['not-signed-in'],
});

export const signOut = (openid: readonly OpenidProvider[]) =>
  implement(signOutRoute, async ({ caller }, { db }: Deps) => {
    const { id, way, tokenDigest, brokerId } = getPerson(caller);
    await withOwnRows(() =>
      db.transaction(async (tx) => {
        await endSession(tx, tokenDigest);
        await emitOperatorEvent(tx, { type: eventType('operator.signed_out'), operatorId: id, byId: id });
      }),
    );
    const headers = { 'Set-Cookie': noSessionCookie };
    const findProvider = () => openid.find((provider) => provider.brokerId === brokerId);
    // The session has ended whether the provider is there or not.
    const providerUrl =
      way === 'openid'
        ? await findProvider()
            ?.findSignOutUrl()
            .catch(() => undefined)
        : undefined;
    return providerUrl === undefined ? { status: 204, headers } : { status: 200, body: { providerUrl }, headers };
  });
