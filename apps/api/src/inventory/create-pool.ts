import { createPool as create } from '@linework/domain/inventory/create-pool';
import { implement } from '@linework/http/implement';
import { createPoolRoute } from '@linework/schemas/inventory/create-pool.route';
import type { Deps } from '../deps.ts';

export const createPool = implement(createPoolRoute, async ({ body, caller }, { db }: Deps) => ({
  status: 201,
  body: await create(db, { caller, ...body }),
}));
