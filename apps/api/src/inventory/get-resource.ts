import { implement } from '@linework/http/implement';
import { findResource } from '@linework/inventory/resources/find-resource';
import { getResourceRoute } from '@linework/schemas/inventory/resources.routes';
import type { Deps } from '../deps.ts';

export const getResource = implement(getResourceRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findResource(db, { caller, resourceId: params.id }),
}));
