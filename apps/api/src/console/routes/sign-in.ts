import { defineRoute } from '@linework/http/define-route';
import { implement } from '@linework/http/implement';
import { signIn as signInByPassword } from '@linework/operators/sign-in';
import { forbidden, tooManySignIns, wrongNameOrPassword } from '@linework/problem-details/make-problem';
import { z } from 'zod';
import type { Deps } from '../../request/deps.ts';
import { sessionCookie } from '../session-cookie.ts';
import { sessionBody, showSession } from './session-body.ts';

const signInRoute = defineRoute({
  name: 'signIn',
  method: 'post',
  path: '/sign-in',
  tag: 'console',
  summary: 'Sign in by name and password',
  description:
    'Each sign-in has a new session. After 10 attempts with a name from an address within 15 minutes the next ' +
    'ones get 429. From an address from which the ' +
    'person has not signed in before they get it also after 50 from the address or 100 with the name. A /56 of ' +
    'IPv6 is one address.',
  scope: null,
  body: z.strictObject({ name: z.string().min(1).max(100), password: z.string().min(1).max(200) }),
  responses: {
    200: {
      description: 'The session; its cookie is set.',
      body: sessionBody,
      headers: { 'Set-Cookie': 'The session' },
    },
  },
  problems: ['passwords-not-allowed', 'wrong-name-or-password', 'too-many-sign-ins'],
});

export const signIn = (allowsPasswords: boolean) =>
  implement(signInRoute, async ({ body, address }, { db }: Deps) => {
    if (!allowsPasswords) throw forbidden('Nobody signs in by password here.', { code: 'passwords-not-allowed' });
    const result = await signInByPassword(db, { ...body, address });
    if (result.type === 'too-many') throw tooManySignIns(result.waitSeconds);
    if (result.type === 'wrong') throw wrongNameOrPassword();
    const { operator, session } = result;
    return {
      status: 200,
      body: showSession({ ...operator, expiresAt: session.expiresAt }),
      headers: { 'Set-Cookie': sessionCookie(session.token, session.expiresAt) },
    };
  });
