import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { findCustomer } from '@linework/holders/find-customer';
import { conflict, invalidStatusTransition } from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';
import type { ResourceDetails } from '@linework/schemas/inventory/resource';
import {
  type ResourceRequest,
  type ResourceStatus,
  resourceLifecycle,
} from '@linework/schemas/lifecycles/resource.lifecycle';
import { expireDue } from '../expiry/expire-due.ts';
import { findResource } from './find-resource.ts';
import { type LockedResource, lockGroup } from './lock-group.ts';
import { moveResources, type ResourceMove } from './move-resources.ts';

/** The requests on a single resource; reserve and release are requests on reservations. */
export type ResourceMoveRequest = Extract<ResourceRequest, 'suspend' | 'resume' | 'decommission' | 'recall'>;

export interface ResourceMoveInput {
  readonly caller: Caller;
  readonly resourceId: string;
  readonly request: ResourceMoveRequest;
}

/**
 * Moves a resource on request, after ending what has expired, together with the members of its group, all or none;
 * returns the new resource. Raises not-found; invalid-status-transition where the status of one of them does not allow
 * it; conflict for withdrawing a resource on a line (`resource-on-a-line`), for resuming a resource that the block of
 * its line suspended (`line-is-blocked`), and for recalling a resource without a previous holder
 * (`no-previous-holder`); 422 for recalling a resource of an anonymised holder.
 */
export function requestResourceMove(
  db: Db,
  { caller, resourceId, request }: ResourceMoveInput,
): Promise<ResourceDetails> {
  return db.transaction(async (tx) => {
    await expireDue(tx, { resourceIds: [resourceId] });
    const { target, members } = await lockGroup(tx, { caller, resourceId });
    const moves = [target, ...members.filter((member) => member !== target)].map((member) =>
      buildMove(member, request),
    );
    for (const holderId of new Set(moves.flatMap(({ heldBy }) => heldBy ?? [])))
      await findCustomer(tx, caller, holderId);
    await moveResources(tx, moves, { keyId: caller.keyId });
    return findResource(tx, { caller, resourceId });
  });
}

function buildMove(resource: LockedResource, request: ResourceMoveRequest): ResourceMove {
  const { resourceId, status, lineId } = resource;
  const to = resolveTarget(resource, request);
  if (to === undefined) {
    const allowed = listAllowedRequests(resource);
    throw invalidStatusTransition({
      resource: { type: 'resource', id: resourceId },
      currentStatus: status,
      requested: request,
      allowed,
    });
  }
  const suspendedBy = to !== 'suspended' || lineId === null ? null : request === 'suspend' ? 'hold' : 'block';
  return {
    resourceId,
    from: status,
    to,
    suspendedBy,
    heldBy: request === 'recall' ? requireLastHolder(resource) : null,
  };
}

function resolveTarget(resource: LockedResource, request: ResourceMoveRequest): ResourceStatus | undefined {
  const { status, lineId, suspendedBy, isHeld } = resource;
  const to = resourceLifecycle.getTarget(request, status);
  if (to === 'decommissioned' && lineId !== null)
    throw conflict('The resource is assigned to a line; delete the line or change its resource first.', {
      code: 'resource-on-a-line',
      lineId,
    });
  if (request !== 'resume' || to === undefined) return to;
  if (suspendedBy === 'block') throw lineBlockedProblem(resource);
  // The manual suspension ends, but the line is still blocked.
  if (suspendedBy === 'both') return 'suspended';
  // A suspended resource returns to its pool.
  return lineId === null && !isHeld ? 'available' : to;
}

/** The requests that the status allows, except those that the line prevents. */
function listAllowedRequests({ status, lineId, suspendedBy }: LockedResource): readonly ResourceRequest[] {
  const blocked: readonly ResourceRequest[] = [
    ...(lineId === null ? [] : ['decommission' as const]),
    ...(suspendedBy === 'block' ? ['resume' as const] : []),
  ];
  return resourceLifecycle.getRequests(status).filter((request) => !blocked.includes(request));
}

function lineBlockedProblem(resource: LockedResource): Problem {
  const { lineId } = resource;
  return conflict('The line of the resource is blocked; unblock the line to resume the resource.', {
    code: 'line-is-blocked',
    lineId,
    allowed: listAllowedRequests(resource),
  });
}

function requireLastHolder({ holderId }: LockedResource): string {
  if (holderId === null) throw conflict('The resource has never had a holder.', { code: 'no-previous-holder' });
  return holderId;
}
