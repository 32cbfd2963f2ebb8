import { defineRoute } from '@linework/http/define-route';
import { implement } from '@linework/http/implement';
import { takeBegunSignIn } from '@linework/operators/openid/begun-sign-in';
import type { OpenidProvider } from '@linework/operators/openid/openid-provider';
import { signInByOpenid } from '@linework/operators/openid/sign-in-by-openid';
import { openidSignInFailed } from '@linework/problem-details/make-problem';
import { z } from 'zod';
import type { Deps } from '../../request/deps.ts';
import { readBeginToken, sessionCookie } from '../session-cookie.ts';
import { company } from './list-sign-in-ways.ts';
import { sessionBody, showSession } from './session-body.ts';

const finishOpenidSignInRoute = defineRoute({
  name: 'finishOpenidSignIn',
  method: 'post',
  path: '/openid/finish',
  tag: 'console',
  summary: 'Finish a sign-in through the OpenID provider',
  description:
    'The page to which the provider sends the browser passes on what came with it. Only the browser that began ' +
    'the sign-in can finish it, once.',
  scope: null,
  body: z.strictObject({
    company,
    search: z.string().min(1).max(4_000).meta({ description: 'The query of the address, without the question mark.' }),
  }),
  responses: {
    200: {
      description: 'The session, whose cookie is set, and the page to show.',
      body: z.strictObject({ ...sessionBody.shape, returnTo: z.string() }),
      headers: { 'Set-Cookie': 'The session' },
    },
  },
  problems: ['openid-sign-in-failed', 'no-such-operator', 'openid-unavailable'],
});

export const finishOpenidSignIn = (openid: readonly OpenidProvider[]) =>
  implement(finishOpenidSignInRoute, async ({ body: { search, company }, cookie }, { db }: Deps) => {
    const token = readBeginToken(cookie);
    const state = new URLSearchParams(search).get('state');
    // Taken before the provider is asked, so that it works once whatever comes of it.
    const begun = token === undefined || state === null ? undefined : await takeBegunSignIn(db, token, state);
    const provider = openid.find((one) => one.company === company);
    // What one provider sent back is not taken to another, even if this browser began a sign-in there.
    if (begun === undefined || provider === undefined || begun.company !== (company ?? null))
      throw openidSignInFailed();
    const identity = await provider.finish(search, begun);
    const { operator, session } = await signInByOpenid(db, { identity, brokerId: provider.brokerId });
    return {
      status: 200,
      body: {
        ...showSession({ ...operator, mustChangePassword: false, expiresAt: session.expiresAt }),
        returnTo: begun.returnTo,
      },
      headers: { 'Set-Cookie': sessionCookie(session.token, session.expiresAt) },
    };
  });
