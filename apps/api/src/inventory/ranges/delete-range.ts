import { implement } from '@linework/http/implement';
import { deleteRange as remove } from '@linework/inventory/ranges/delete-range';
import { deleteRangeRoute } from '@linework/schemas/inventory/ranges/ranges.routes';
import type { Deps } from '../../deps.ts';

export const deleteRange = implement(deleteRangeRoute, async ({ params, caller }, { db }: Deps) => {
  await remove(db, { rangeId: params.id, keyId: caller.keyId });
  return { status: 204 };
});
