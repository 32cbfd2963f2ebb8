import { implement } from '@linework/http/implement';
import { createResource as create } from '@linework/inventory/resources/create-resource';
import { createResourceRoute } from '@linework/schemas/inventory/resources.routes';
import type { Deps } from '../deps.ts';

export const createResource = implement(
  createResourceRoute,
  async ({ params, body, caller }, { db, keyWrapper }: Deps) => {
    const resource = await create(db, { caller, poolId: params.poolId, keyWrapper, ...body });
    return { status: 201, headers: { Location: `/inventory/resources/${resource.id}` }, body: resource };
  },
);
