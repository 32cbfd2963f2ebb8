import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict, unprocessableValues } from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';
import { v7 as newId } from 'uuid';
import { noSuchResource } from './find-resource.ts';

/**
 * Locks the resource, those named, and all that are in the resource's group, in the order of their ids as everybody does. A group
 * changes only under the locks of all its members, so that one that joined it meanwhile held this statement up.
 */
const lockStatement = statement(
  'lock-resources-to-associate',
  `SELECT resource_id AS id, broker_id AS "brokerId" FROM resource_state
   WHERE (resource_id = $1::uuid OR resource_id = ANY($2::uuid[]) OR group_id = (SELECT group_id FROM resource_state WHERE resource_id = $1::uuid))
     AND ($3::uuid IS NULL OR broker_id = $3::uuid)
   ORDER BY resource_id FOR UPDATE`,
);

const readStatement = statement(
  'read-resources-to-associate',
  `SELECT s.resource_id AS id, s.status, s.group_id AS "groupId" FROM resource_state s
   WHERE s.broker_id = $3::uuid
     AND (s.resource_id = ANY($2::uuid[]) OR s.resource_id = $1::uuid OR s.group_id = (SELECT group_id FROM resource_state WHERE resource_id = $1::uuid))
   ORDER BY s.resource_id`,
);

const associateStatement = statement(
  'associate-resources',
  `WITH wanted AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[]) AS w(id, group_id)
  ), associated AS (
    UPDATE resource_state s SET group_id = w.group_id, updated_at = now() FROM wanted w WHERE s.resource_id = ANY($1::uuid[]) AND s.resource_id = w.id
    RETURNING s.resource_id, s.broker_id
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, key_id, details)
  SELECT broker_id, 'resource.changed', 'resource', resource_id, $3::uuid, '{"changed":["associatedResourceIds"]}' FROM associated WHERE resource_id <> $4::uuid`,
);

interface Member {
  readonly id: string;
  readonly status: string;
  readonly groupId: string | null;
}

export interface Association {
  readonly caller: Caller;
  readonly resourceId: string;
  /** The others of its group from now on; none, and it is in no group. */
  readonly associatedResourceIds: readonly string[];
}

/**
 * Makes the resource and those named one group, in a transaction of the caller's. Those that stay behind in its former group remain
 * one, unless only one is left. Whoever else is changed by it gets an event. Raises not-found, 422 for one that is not there or
 * is the resource itself, and conflict when one of them is not available, of another broker, or in another group.
 */
export async function associateResources(tx: Db, { caller, resourceId, associatedResourceIds }: Association): Promise<void> {
  const others = new Set(associatedResourceIds);
  if (others.has(resourceId)) throw buildAssociationProblem(associatedResourceIds, new Set([resourceId]), 'associated-with-itself');
  const ids = [resourceId, [...others]] as const;
  const locked = await tx.query<{ id: string; brokerId: string }>(lockStatement, [...ids, caller.brokerId]);
  const target = locked.find(({ id }) => id === resourceId);
  if (!target) throw noSuchResource(resourceId);
  const lockedIds = new Set(locked.map(({ id }) => id));
  const unknown = new Set([...others].filter((id) => !lockedIds.has(id)));
  if (unknown.size > 0) throw buildAssociationProblem(associatedResourceIds, unknown, 'unknown-resource');
  const members = await tx.query<Member>(readStatement, [...ids, target.brokerId]);
  const formerGroup = members.find(({ id }) => id === resourceId)?.groupId ?? null;
  rejectIneligible(members, { others, formerGroup });
  const groups = planGroups(members, { resourceId, others, formerGroup });
  if (groups.size === 0) return;
  await tx.query(associateStatement, [[...groups.keys()], [...groups.values()], caller.keyId, resourceId]);
}

interface GroupInput {
  readonly others: ReadonlySet<string>;
  readonly formerGroup: string | null;
}

function rejectIneligible(members: readonly Member[], { others, formerGroup }: GroupInput): void {
  const knownIds = new Set(members.map(({ id }) => id));
  const missing = [...others].filter((id) => !knownIds.has(id));
  if (missing.length > 0) throw associationConflict('It is of another broker', missing);
  const taken = members.filter(({ groupId }) => groupId !== null && groupId !== formerGroup);
  if (taken.length > 0) throw associationConflict('It is in another group', getIds(taken));
  const unavailable = members.filter(({ status }) => status !== 'available');
  if (unavailable.length > 0) throw associationConflict('Only what is available can be put together or apart', getIds(unavailable));
}

const validationMessages = { 'associated-with-itself': 'is this resource itself', 'unknown-resource': 'is no resource' };

function buildAssociationProblem(requestedIds: readonly string[], invalidIds: ReadonlySet<string>, code: keyof typeof validationMessages): Problem {
  const faults = requestedIds.flatMap((id, index) =>
    invalidIds.has(id) ? [{ detail: `${validationMessages[code]}: ${id}`, pointer: `/associatedResourceIds/${index}` }] : [],
  );
  return unprocessableValues(faults, { code });
}

const getIds = (members: readonly Member[]) => members.map(({ id }) => id);

const associationConflict = (reason: string, resourceIds: readonly string[]) =>
  conflict(`${reason}: ${resourceIds.join(', ')}.`, { code: 'cannot-be-associated', resourceIds });

/** The new group of each that gets another one. */
function planGroups(
  members: readonly Member[],
  { resourceId, others, formerGroup }: GroupInput & { readonly resourceId: string },
): ReadonlyMap<string, string | null> {
  const joined = members.filter(({ id }) => id === resourceId || others.has(id));
  const remaining = members.filter(({ id }) => id !== resourceId && !others.has(id));
  const joinedGroup = joined.length === 1 ? null : (formerGroup ?? newId());
  const remainingGroup = remaining.length === 1 || formerGroup === null ? null : joinedGroup === formerGroup ? newId() : formerGroup;
  const planned = [...joined.map((member) => [member, joinedGroup] as const), ...remaining.map((member) => [member, remainingGroup] as const)];
  return new Map(planned.flatMap(([{ id, groupId }, group]) => (group === groupId ? [] : [[id, group] as const])));
}
