import { implement } from '@linework/http/implement';
import { createPool as create } from '@linework/inventory/pools/create-pool';
import { createPoolRoute } from '@linework/schemas/inventory/pools/pools.routes';
import type { Deps } from '../../deps.ts';

export const createPool = implement(createPoolRoute, async ({ body, caller }, { db }: Deps) => {
  const pool = await create(db, { caller, ...body });
  return { status: 201, body: pool, headers: { Location: `/inventory/pools/${pool.id}` } };
});
