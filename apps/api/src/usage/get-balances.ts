import { implement } from '@linework/http/implement';
import { getBalancesRoute } from '@linework/schemas/usage/usage.routes';
import { findBalance } from '@linework/usage/find-balance';
import type { Deps } from '../deps.ts';

export const getBalances = implement(getBalancesRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findBalance(db, { caller, ...params }),
}));
