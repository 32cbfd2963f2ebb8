import type { Caller } from '@linework/auth/caller';
import { askResource, type ResourceMoveRequest } from '@linework/domain/inventory/ask-resource';
import { implement } from '@linework/http/implement';
import { decommissionResourceRoute, recallResourceRoute, resumeResourceRoute, suspendResourceRoute } from '@linework/schemas/inventory/move-resource.route';
import type { Deps } from '../deps.ts';

interface MoveRequest {
  readonly params: { readonly id: string };
  readonly caller: Caller;
}

const ask =
  (request: ResourceMoveRequest) =>
  async ({ params, caller }: MoveRequest, { db }: Deps) =>
    ({ status: 200, body: await askResource(db, { caller, resourceId: params.id, request }) }) as const;

export const suspendResource = implement(suspendResourceRoute, ask('suspend'));
export const resumeResource = implement(resumeResourceRoute, ask('resume'));
export const decommissionResource = implement(decommissionResourceRoute, ask('decommission'));
export const recallResource = implement(recallResourceRoute, ask('recall'));
