import { implement } from '@linework/http/implement';
import { changePool as change } from '@linework/inventory/pools/change-pool';
import { changePoolRoute } from '@linework/schemas/inventory/pools/pools.routes';
import type { Deps } from '../../deps.ts';

export const changePool = implement(changePoolRoute, async ({ params, body, caller }, { db }: Deps) => ({
  status: 200,
  body: await change(db, { caller, poolId: params.poolId, ...body }),
}));
