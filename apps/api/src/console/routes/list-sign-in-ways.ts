import { defineRoute } from '@linework/http/define-route';
import { implement } from '@linework/http/implement';
import type { OpenidProvider } from '@linework/operators/openid/openid-provider';
import { z } from 'zod';
import type { Deps } from '../../request/deps.ts';

/** The word of a broker's provider. @see OPENID_OF_BROKERS */
export const company = z.string().max(40).optional();

const listSignInWaysRoute = defineRoute({
  name: 'listSignInWays',
  method: 'get',
  path: '/sign-in-ways',
  tag: 'console',
  summary: 'List the ways to sign in',
  description:
    'Needs no session, because it is asked before the sign-in. `company` asks for the provider of a broker, whose ' +
    'name is not told otherwise.',
  scope: null,
  query: z.strictObject({ company }),
  responses: {
    200: {
      description: 'The ways.',
      body: z.strictObject({ password: z.boolean(), openid: z.strictObject({ name: z.string() }).nullable() }),
    },
  },
  problems: [],
});

interface Ways {
  readonly openid: readonly OpenidProvider[];
  readonly allowsPasswords: boolean;
}

export const listSignInWays = ({ openid, allowsPasswords }: Ways) =>
  implement(listSignInWaysRoute, async ({ query }, _deps: Deps) => {
    const found = openid.find((provider) => provider.company === query.company);
    return { status: 200, body: { password: allowsPasswords, openid: found ? { name: found.name } : null } };
  });
