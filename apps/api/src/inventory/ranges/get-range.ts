import { implement } from '@linework/http/implement';
import { findRange } from '@linework/inventory/ranges/find-range';
import { getRangeRoute } from '@linework/schemas/inventory/ranges/ranges.routes';
import type { Deps } from '../../deps.ts';

export const getRange = implement(getRangeRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findRange(db, { caller, rangeId: params.id }),
}));
