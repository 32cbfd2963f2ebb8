import { implement } from '@linework/http/implement';
import { createRange as create } from '@linework/inventory/ranges/create-range';
import { createRangeRoute } from '@linework/schemas/inventory/ranges/ranges.routes';
import type { Deps } from '../../deps.ts';

export const createRange = implement(createRangeRoute, async ({ body, caller }, { db }: Deps) => {
  const range = await create(db, { keyId: caller.keyId, ...body });
  return { status: 201, headers: { Location: `/inventory/ranges/${range.id}` }, body: range };
});
