import { deleteRange as remove } from '@linework/domain/inventory/ranges/delete-range';
import { implement } from '@linework/http/implement';
import { deleteRangeRoute } from '@linework/schemas/inventory/delete-range.route';
import type { Deps } from '../deps.ts';

export const deleteRange = implement(deleteRangeRoute, async ({ params, caller }, { db }: Deps) => {
  await remove(db, { rangeId: params.id, keyId: caller.keyId });
  return { status: 204 };
});
