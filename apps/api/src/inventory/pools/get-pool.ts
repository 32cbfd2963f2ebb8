import { implement } from '@linework/http/implement';
import { findPool } from '@linework/inventory/pools/find-pool';
import { getPoolRoute } from '@linework/schemas/inventory/pools/pools.routes';
import type { Deps } from '../../deps.ts';

export const getPool = implement(getPoolRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findPool(db, { caller, poolId: params.poolId }),
}));
