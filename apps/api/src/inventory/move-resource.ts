import type { Caller } from '@linework/auth/caller';
import { implement } from '@linework/http/implement';
import { type ResourceMoveRequest, requestResourceMove } from '@linework/inventory/resources/request-resource-move';
import {
  decommissionResourceRoute,
  recallResourceRoute,
  resumeResourceRoute,
  suspendResourceRoute,
} from '@linework/schemas/inventory/resources.routes';
import type { Deps } from '../deps.ts';

interface MoveRequest {
  readonly params: { readonly id: string };
  readonly caller: Caller;
}

const createMoveHandler =
  (request: ResourceMoveRequest) =>
  async ({ params, caller }: MoveRequest, { db }: Deps) =>
    ({ status: 200, body: await requestResourceMove(db, { caller, resourceId: params.id, request }) }) as const;

export const suspendResource = implement(suspendResourceRoute, createMoveHandler('suspend'));
export const resumeResource = implement(resumeResourceRoute, createMoveHandler('resume'));
export const decommissionResource = implement(decommissionResourceRoute, createMoveHandler('decommission'));
export const recallResource = implement(recallResourceRoute, createMoveHandler('recall'));
