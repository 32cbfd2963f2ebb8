import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { conflict, invalidStatusTransition } from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';
import type { Resource } from '@linework/schemas/inventory/resource';
import { type ResourceRequest, type ResourceStatus, resourceLifecycle } from '@linework/schemas/inventory/resource.lifecycle';
import { findCustomer } from '../holders/find-customer.ts';
import { endWhatIsOver } from './end-what-is-over.ts';
import { findResource } from './find-resource.ts';
import { type LockedResource, lockGroup } from './lock-group.ts';
import { moveResources, type ResourceMove } from './move-resources.ts';

/** What may be asked of a single resource; reservations are asked to reserve and release. */
export type ResourceMoveRequest = Extract<ResourceRequest, 'suspend' | 'resume' | 'decommission' | 'recall'>;

export interface ResourceAsked {
  readonly caller: Caller;
  readonly resourceId: string;
  readonly request: ResourceMoveRequest;
}

/**
 * Moves a resource as it was asked, from where it is by the database's clock, and with it the others of its group, all or none; answers it as it is then. Raises
 * not-found; invalid-status-transition where one of them is elsewhere; conflict for withdrawing what a line has
 * (`line-has-it`), for resuming what its line's block suspended (`line-is-blocked`), and for recalling what nobody had (`nobody-had-it`); 422 for recalling what an anonymised holder had.
 */
export function askResource(db: Db, { caller, resourceId, request }: ResourceAsked): Promise<Resource> {
  return db.transaction(async (tx) => {
    await endWhatIsOver(tx, { resourceIds: [resourceId] });
    const { asked, all } = await lockGroup(tx, { caller, resourceId });
    const moves = [asked, ...all.filter((one) => one !== asked)].map((one) => moveOf(one, request));
    for (const holderId of new Set(moves.flatMap(({ heldBy }) => heldBy ?? []))) await findCustomer(tx, caller, holderId);
    await moveResources(tx, moves, { keyId: caller.keyId });
    return findResource(tx, { caller, resourceId });
  });
}

function moveOf(resource: LockedResource, request: ResourceMoveRequest): ResourceMove {
  const { resourceId, status, lineId } = resource;
  const to = targetOf(resource, request);
  if (to === undefined) {
    const allowed = allowedOf(resource);
    throw invalidStatusTransition({ resource: { type: 'resource', id: resourceId }, currentStatus: status, requested: request, allowed });
  }
  const suspendedBy = to !== 'suspended' || lineId === null ? null : request === 'suspend' ? 'hold' : 'block';
  return { resourceId, from: status, to, suspendedBy, heldBy: request === 'recall' ? lastHolderOf(resource) : null };
}

function targetOf(resource: LockedResource, request: ResourceMoveRequest): ResourceStatus | undefined {
  const { status, lineId, suspendedBy, isHeld } = resource;
  const to = resourceLifecycle.targetOf(request, status);
  if (to === 'decommissioned' && lineId !== null) throw conflict('A line has this resource.', { code: 'line-has-it', lineId });
  if (request !== 'resume' || to === undefined) return to;
  if (suspendedBy === 'block') throw lineIsBlocked(resource);
  // The hold is lifted, and its line is blocked still.
  if (suspendedBy === 'both') return 'suspended';
  // Held back on the shelf, it belongs there again.
  return lineId === null && !isHeld ? 'available' : to;
}

/** What its status lets be asked for, but for what its line is in the way of. */
function allowedOf({ status, lineId, suspendedBy }: LockedResource): readonly ResourceRequest[] {
  const refused: readonly ResourceRequest[] = [...(lineId === null ? [] : ['decommission' as const]), ...(suspendedBy === 'block' ? ['resume' as const] : [])];
  return resourceLifecycle.requestsFrom(status).filter((request) => !refused.includes(request));
}

function lineIsBlocked(resource: LockedResource): Problem {
  const { lineId } = resource;
  return conflict('Its line is blocked: it is in use again when that is unblocked.', { code: 'line-is-blocked', lineId, allowed: allowedOf(resource) });
}

function lastHolderOf({ holderId }: LockedResource): string {
  if (holderId === null) throw conflict('Nobody has had this resource.', { code: 'nobody-had-it' });
  return holderId;
}
