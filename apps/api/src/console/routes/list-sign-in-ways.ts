import { defineRoute } from '@linework/http/define-route';
import { implement } from '@linework/http/implement';
import { z } from 'zod';
import type { Deps } from '../../request/deps.ts';

const listSignInWaysRoute = defineRoute({
  name: 'listSignInWays',
  method: 'get',
  path: '/sign-in-ways',
  tag: 'console',
  summary: 'List the ways to sign in',
  description: 'Needs no session, because it is asked before the sign-in.',
  scope: null,
  responses: {
    200: {
      description: 'The ways.',
      body: z.strictObject({ password: z.boolean(), openid: z.strictObject({ name: z.string() }).nullable() }),
    },
  },
  problems: [],
});

interface Ways {
  readonly openidName: string | undefined;
  readonly allowsPasswords: boolean;
}

export const listSignInWays = ({ openidName, allowsPasswords }: Ways) =>
  implement(listSignInWaysRoute, async (_request, _deps: Deps) => ({
    status: 200,
    body: { password: allowsPasswords, openid: openidName === undefined ? null : { name: openidName } },
  }));
