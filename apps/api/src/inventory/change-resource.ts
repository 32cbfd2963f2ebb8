import { implement } from '@linework/http/implement';
import { changeResource as change } from '@linework/inventory/resources/change-resource';
import { changeResourceRoute } from '@linework/schemas/inventory/resources.routes';
import type { Deps } from '../deps.ts';

export const changeResource = implement(changeResourceRoute, async ({ params, body, caller }, { db }: Deps) => ({
  status: 200,
  body: await change(db, { caller, resourceId: params.id, ...body }),
}));
