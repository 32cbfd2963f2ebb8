import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { conflict, invalidStatusTransition } from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';
import type { Resource } from '@linework/schemas/inventory/resource';
import { type ResourceRequest, type ResourceStatus, resourceLifecycle } from '@linework/schemas/inventory/resource.lifecycle';
import { findCustomer } from '../holders/find-customer.ts';
import { expireDue } from './expire-due.ts';
import { findResource } from './find-resource.ts';
import { type LockedResource, lockGroup } from './lock-group.ts';
import { moveResources, type ResourceMove } from './move-resources.ts';

/** What may be asked of a single resource; reservations are asked to reserve and release. */
export type ResourceMoveRequest = Extract<ResourceRequest, 'suspend' | 'resume' | 'decommission' | 'recall'>;

export interface ResourceMoveInput {
  readonly caller: Caller;
  readonly resourceId: string;
  readonly request: ResourceMoveRequest;
}

/**
 * Moves a resource as it was asked, from where it is by the database's clock, and with it the others of its group, all or none; answers it as it is then. Raises
 * not-found; invalid-status-transition where one of them is elsewhere; conflict for withdrawing what a line has
 * (`resource-on-a-line`), for resuming what its line's block suspended (`line-is-blocked`), and for recalling what nobody had (`no-previous-holder`); 422 for recalling what an anonymised holder had.
 */
export function requestResourceMove(db: Db, { caller, resourceId, request }: ResourceMoveInput): Promise<Resource> {
  return db.transaction(async (tx) => {
    await expireDue(tx, { resourceIds: [resourceId] });
    const { target, members } = await lockGroup(tx, { caller, resourceId });
    const moves = [target, ...members.filter((member) => member !== target)].map((member) => buildMove(member, request));
    for (const holderId of new Set(moves.flatMap(({ heldBy }) => heldBy ?? []))) await findCustomer(tx, caller, holderId);
    await moveResources(tx, moves, { keyId: caller.keyId });
    return findResource(tx, { caller, resourceId });
  });
}

function buildMove(resource: LockedResource, request: ResourceMoveRequest): ResourceMove {
  const { resourceId, status, lineId } = resource;
  const to = resolveTarget(resource, request);
  if (to === undefined) {
    const allowed = listAllowedRequests(resource);
    throw invalidStatusTransition({ resource: { type: 'resource', id: resourceId }, currentStatus: status, requested: request, allowed });
  }
  const suspendedBy = to !== 'suspended' || lineId === null ? null : request === 'suspend' ? 'hold' : 'block';
  return { resourceId, from: status, to, suspendedBy, heldBy: request === 'recall' ? requireLastHolder(resource) : null };
}

function resolveTarget(resource: LockedResource, request: ResourceMoveRequest): ResourceStatus | undefined {
  const { status, lineId, suspendedBy, isHeld } = resource;
  const to = resourceLifecycle.getTarget(request, status);
  if (to === 'decommissioned' && lineId !== null) throw conflict('A line has this resource.', { code: 'resource-on-a-line', lineId });
  if (request !== 'resume' || to === undefined) return to;
  if (suspendedBy === 'block') throw lineBlockedProblem(resource);
  // The hold is lifted, and its line is blocked still.
  if (suspendedBy === 'both') return 'suspended';
  // Held back on the shelf, it belongs there again.
  return lineId === null && !isHeld ? 'available' : to;
}

/** What its status lets be asked for, but for what its line is in the way of. */
function listAllowedRequests({ status, lineId, suspendedBy }: LockedResource): readonly ResourceRequest[] {
  const blocked: readonly ResourceRequest[] = [...(lineId === null ? [] : ['decommission' as const]), ...(suspendedBy === 'block' ? ['resume' as const] : [])];
  return resourceLifecycle.getRequests(status).filter((request) => !blocked.includes(request));
}

function lineBlockedProblem(resource: LockedResource): Problem {
  const { lineId } = resource;
  return conflict('Its line is blocked: it is in use again when that is unblocked.', {
    code: 'line-is-blocked',
    lineId,
    allowed: listAllowedRequests(resource),
  });
}

function requireLastHolder({ holderId }: LockedResource): string {
  if (holderId === null) throw conflict('Nobody has had this resource.', { code: 'no-previous-holder' });
  return holderId;
}
