import { createResourceType } from '@linework/inventory/resource-types/create-resource-type';
import { listResourceTypes } from '@linework/inventory/resource-types/list-resource-types';
import { createResourceTypeRoute, listResourceTypesRoute } from '@linework/schemas/inventory/resources.routes';
import { endpoint, page } from '../request/endpoint.ts';

export const resourceTypes = {
  '/inventory/types': {
    get: page(listResourceTypesRoute, ({ query }, { db }) => listResourceTypes(db, query)),
    post: endpoint(createResourceTypeRoute, async ({ body, caller }, { db }) => {
      const resourceType = await createResourceType(db, { keyId: caller.keyId, ...body });
      return { status: 201, body: resourceType, headers: { Location: '/inventory/types' } };
    }),
  },
} as const;
