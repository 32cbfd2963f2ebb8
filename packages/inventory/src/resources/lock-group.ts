import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { ResourceStatus } from '@linework/schemas/lifecycles/resource.lifecycle';
import { resourceNotFound } from './find-resource.ts';

const lockGroupStatement = statement(
  'lock-group',
  { resourceId: 'uuid', brokerId: 'uuid?' },
  `SELECT resource_id
   FROM resource_state
   WHERE (resource_id = :resourceId
     OR group_id = ANY(ARRAY(
       SELECT group_id
       FROM resource_state
       WHERE resource_id = :resourceId AND group_id IS NOT NULL)))
     AND (:brokerId IS NULL OR broker_id = :brokerId)
   ORDER BY resource_id
   FOR UPDATE`,
);

const readGroupStatement = statement(
  'read-group',
  { resourceIds: 'uuid[]' },
  `SELECT s.resource_id AS "resourceId", s.status, s.line_id AS "lineId", s.suspended_by AS "suspendedBy",
     a.holder_id AS "holderId",
     a.holder_id IS NOT NULL
     AND a.held_to IS NULL AS "isHeld"
   FROM resource_state s LEFT JOIN LATERAL (
     SELECT holder_id, held_to
     FROM allocation
     WHERE resource_id = s.resource_id
     ORDER BY held_from DESC, held_to DESC NULLS FIRST
     LIMIT 1
   ) a ON true
   WHERE s.resource_id = ANY(:resourceIds)
   ORDER BY s.resource_id`,
);

/** The cause of the suspension of a resource on a line: the block of the line, a manual suspension, or both. */
export type SuspendedBy = 'block' | 'hold' | 'both';

/** A locked resource with its current or last holder. */
export interface LockedResource {
  readonly resourceId: string;
  readonly status: ResourceStatus;
  readonly lineId: string | null;
  readonly suspendedBy: SuspendedBy | null;
  readonly holderId: string | null;
  /** Whether that holder still holds it. */
  readonly isHeld: boolean;
}

export interface LockedGroup {
  /** The requested resource. */
  readonly target: LockedResource;
  /** The requested resource and the members of its group that are not decommissioned. */
  readonly members: readonly LockedResource[];
}

/** Locks a resource and the members of its group, in the order of their ids. Raises not-found. */
export async function lockGroup(
  tx: Db,
  { caller, resourceId }: { readonly caller: Caller; readonly resourceId: string },
): Promise<LockedGroup> {
  const locked = await tx.query(lockGroupStatement, {
    resourceId,
    brokerId: caller.brokerId,
  });
  if (locked.length === 0) throw resourceNotFound(resourceId);
  // A separate statement after the lock reads the current allocations.
  const members = await tx.query(readGroupStatement, {
    resourceIds: locked.map((row) => row.resource_id),
  });
  const target = members.find((member) => member.resourceId === resourceId);
  if (!target) throw resourceNotFound(resourceId);
  return { target, members: members.filter((member) => member === target || member.status !== 'decommissioned') };
}
