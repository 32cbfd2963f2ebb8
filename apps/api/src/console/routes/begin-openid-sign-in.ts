import { defineRoute } from '@linework/http/define-route';
import { implement } from '@linework/http/implement';
import { beginSeconds, storeBegunSignIn } from '@linework/operators/openid/begun-sign-in';
import type { OpenidProvider } from '@linework/operators/openid/openid-provider';
import { countOpenidBegin } from '@linework/operators/sign-in-limits';
import { openidSignInFailed, tooManySignIns } from '@linework/problem-details/make-problem';
import { z } from 'zod';
import type { Deps } from '../../request/deps.ts';
import { beginCookie } from '../session-cookie.ts';
import { company } from './list-sign-in-ways.ts';

const origin = 'https://console.invalid';

/**
 * Whether a text is the path of a page of the console, as a browser reads it: `//host`, `/\host` and `/console/../x`
 * lead elsewhere.
 */
function isConsolePath(text: string): boolean {
  if (!text.startsWith('/console') || !URL.canParse(text, origin)) return false;
  const url = new URL(text, origin);
  return url.origin === origin && /^\/console(?:$|\/(?!api(?:$|\/)))/.test(url.pathname);
}

const beginOpenidSignInRoute = defineRoute({
  name: 'beginOpenidSignIn',
  method: 'post',
  path: '/openid/begin',
  tag: 'console',
  summary: 'Begin a sign-in through the OpenID provider',
  description:
    'Returns the address to go to. The cookie ties the sign-in to this browser, for 10 minutes. 200 from an ' +
    'address within 15 minutes are the limit.',
  scope: null,
  body: z.strictObject({
    company,
    returnTo: z.string().max(2_000).refine(isConsolePath, 'must be a path of the console').default('/console/'),
  }),
  responses: {
    200: {
      description: 'The address.',
      body: z.strictObject({ url: z.string() }),
      headers: { 'Set-Cookie': 'The sign-in that has begun' },
    },
  },
  problems: ['too-many-sign-ins', 'openid-unavailable', 'openid-sign-in-failed'],
});

export const beginOpenidSignIn = (openid: readonly OpenidProvider[]) =>
  implement(beginOpenidSignInRoute, async ({ body: { returnTo, company }, address }, { db }: Deps) => {
    const waitSeconds = await countOpenidBegin(db, address);
    if (waitSeconds > 0) throw tooManySignIns(waitSeconds);
    const provider = openid.find((one) => one.company === company);
    if (provider === undefined) throw openidSignInFailed();
    const { url, ...checks } = await provider.begin();
    const token = await storeBegunSignIn(db, { ...checks, returnTo, company: company ?? null });
    return { status: 200, body: { url }, headers: { 'Set-Cookie': beginCookie(token, beginSeconds) } };
  });
