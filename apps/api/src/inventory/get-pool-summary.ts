import { implement } from '@linework/http/implement';
import { getPoolSummary as read } from '@linework/inventory/pools/get-pool-summary';
import { getPoolSummaryRoute } from '@linework/schemas/inventory/pools/pools.routes';
import type { Deps } from '../deps.ts';

export const getPoolSummary = implement(getPoolSummaryRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await read(db, { caller, poolId: params.poolId }),
}));
