import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { conflict, unprocessableValues } from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';
import { v7 as newId } from 'uuid';
import { resourceNotFound } from './find-resource.ts';

/**
 * Locks the resource, the named ones and all members of the resource's group, in the order of their ids as all
 * transactions do. A group changes only under the locks of all its members, so this statement waits for a member that
 * joins concurrently.
 */
const lockStatement = statement(
  'lock-resources-to-associate',
  { resourceId: 'uuid', otherIds: 'uuid[]', brokerId: 'uuid?' },
  `SELECT resource_id AS id, broker_id AS "brokerId"
   FROM resource_state
   WHERE (resource_id = :resourceId OR resource_id = ANY(:otherIds)
     OR group_id = (SELECT group_id FROM resource_state WHERE resource_id = :resourceId))
     AND (:brokerId IS NULL OR broker_id = :brokerId)
   ORDER BY resource_id
   FOR UPDATE`,
);

const readStatement = statement(
  'read-resources-to-associate',
  { resourceId: 'uuid', otherIds: 'uuid[]', brokerId: 'uuid' },
  `SELECT s.resource_id AS id, s.status, s.group_id AS "groupId"
   FROM resource_state s
   WHERE s.broker_id = :brokerId
     AND (s.resource_id = ANY(:otherIds) OR s.resource_id = :resourceId
       OR s.group_id = (SELECT group_id FROM resource_state WHERE resource_id = :resourceId))
   ORDER BY s.resource_id`,
);

const associateStatement = statement(
  'associate-resources',
  { resourceIds: 'uuid[]', groupIds: 'uuid?[]', keyId: 'uuid', resourceId: 'uuid' },
  `WITH wanted AS (
    SELECT * FROM unnest(:resourceIds, :groupIds) AS w(id, group_id)
  ), associated AS (
    UPDATE resource_state s
    SET group_id = w.group_id, updated_at = now()
    FROM wanted w
    WHERE s.resource_id = ANY(:resourceIds) AND s.resource_id = w.id
    RETURNING s.resource_id, s.broker_id
  )
  ${insertEvent('resource.changed', {
    id: 'resource_id',
    key: ':keyId',
    details: `'{"changed":["associatedResourceIds"]}'`,
  })}
  FROM associated
  WHERE resource_id <> :resourceId`,
);

type Member = RowOf<typeof readStatement>;

export interface Association {
  readonly caller: Caller;
  readonly resourceId: string;
  /** The new other members of its group; if empty, the resource leaves its group. */
  readonly associatedResourceIds: readonly string[];
}

/**
 * Makes one group of the resource and the named ones, in the caller's transaction. The remaining members of its former
 * group stay a group unless only one is left. Each other changed resource gets an event. Raises not-found; 422 for an
 * unknown resource or the resource itself; conflict when one of them is not available, of another broker, or in another
 * group.
 */
export async function associateResources(
  tx: Db,
  { caller, resourceId, associatedResourceIds }: Association,
): Promise<void> {
  const others = new Set(associatedResourceIds);
  if (others.has(resourceId))
    throw buildAssociationProblem(associatedResourceIds, new Set([resourceId]), 'associated-with-itself');
  const ids = { resourceId, otherIds: [...others] };
  const locked = await tx.query(lockStatement, { ...ids, brokerId: caller.brokerId });
  const target = locked.find(({ id }) => id === resourceId);
  if (!target) throw resourceNotFound(resourceId);
  const lockedIds = new Set(locked.map(({ id }) => id));
  const unknown = new Set([...others].filter((id) => !lockedIds.has(id)));
  if (unknown.size > 0) throw buildAssociationProblem(associatedResourceIds, unknown, 'unknown-resource');
  const members = await tx.query(readStatement, { ...ids, brokerId: target.brokerId });
  const formerGroup = members.find(({ id }) => id === resourceId)?.groupId ?? null;
  rejectIneligible(members, { others, formerGroup });
  const groups = planGroups(members, { resourceId, others, formerGroup });
  if (groups.size === 0) return;
  await tx.query(associateStatement, {
    resourceIds: [...groups.keys()],
    groupIds: [...groups.values()],
    keyId: caller.keyId,
    resourceId,
  });
}

interface GroupInput {
  readonly others: ReadonlySet<string>;
  readonly formerGroup: string | null;
}

function rejectIneligible(members: readonly Member[], { others, formerGroup }: GroupInput): void {
  const knownIds = new Set(members.map(({ id }) => id));
  const missing = [...others].filter((id) => !knownIds.has(id));
  if (missing.length > 0) throw associationConflict('Resources of another broker cannot be associated', missing);
  const alreadyGrouped = members.filter(({ groupId }) => groupId !== null && groupId !== formerGroup);
  if (alreadyGrouped.length > 0)
    throw associationConflict('Resources of another group cannot be associated', getIds(alreadyGrouped));
  const unavailable = members.filter(({ status }) => status !== 'available');
  if (unavailable.length > 0)
    throw associationConflict('Only available resources can join or leave a group', getIds(unavailable));
}

const validationMessages = {
  'associated-with-itself': 'is this resource itself',
  'unknown-resource': 'is not a known resource',
};

function buildAssociationProblem(
  requestedIds: readonly string[],
  invalidIds: ReadonlySet<string>,
  code: keyof typeof validationMessages,
): Problem {
  const faults = requestedIds.flatMap((id, index) =>
    invalidIds.has(id)
      ? [{ detail: `${validationMessages[code]}: ${id}`, pointer: `/associatedResourceIds/${index}` }]
      : [],
  );
  return unprocessableValues(faults, { code });
}

const getIds = (members: readonly Member[]) => members.map(({ id }) => id);

const associationConflict = (reason: string, resourceIds: readonly string[]) =>
  conflict(`${reason}: ${resourceIds.join(', ')}.`, { code: 'cannot-be-associated', resourceIds });

/** The new group of each resource whose group changes. */
function planGroups(
  members: readonly Member[],
  { resourceId, others, formerGroup }: GroupInput & { readonly resourceId: string },
): ReadonlyMap<string, string | null> {
  const joined = members.filter(({ id }) => id === resourceId || others.has(id));
  const remaining = members.filter(({ id }) => id !== resourceId && !others.has(id));
  const joinedGroup = joined.length === 1 ? null : (formerGroup ?? newId());
  const remainingGroup =
    remaining.length === 1 || formerGroup === null ? null : joinedGroup === formerGroup ? newId() : formerGroup;
  const planned = [
    ...joined.map((member) => [member, joinedGroup] as const),
    ...remaining.map((member) => [member, remainingGroup] as const),
  ];
  return new Map(planned.flatMap(([{ id, groupId }, group]) => (group === groupId ? [] : [[id, group] as const])));
}
