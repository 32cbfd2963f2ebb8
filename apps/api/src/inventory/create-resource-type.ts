import { implement } from '@linework/http/implement';
import { createResourceType as create } from '@linework/inventory/resource-types/create-resource-type';
import { createResourceTypeRoute } from '@linework/schemas/inventory/resources.routes';
import type { Deps } from '../deps.ts';

export const createResourceType = implement(createResourceTypeRoute, async ({ body, caller }, { db }: Deps) => {
  const resourceType = await create(db, { keyId: caller.keyId, ...body });
  return { status: 201, body: resourceType, headers: { Location: '/inventory/types' } };
});
