import { implement } from '@linework/http/implement';
import { deletePool as remove } from '@linework/inventory/pools/delete-pool';
import { deletePoolRoute } from '@linework/schemas/inventory/pools/pools.routes';
import type { Deps } from '../../deps.ts';

export const deletePool = implement(deletePoolRoute, async ({ params, caller }, { db }: Deps) => {
  await remove(db, { caller, poolId: params.poolId });
  return { status: 204 };
});
