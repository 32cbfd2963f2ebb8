import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { conflict, impossibleValues } from '@linework/problem-details/make-problem';
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
  if (others.has(resourceId)) throw unfit(associatedResourceIds, new Set([resourceId]), 'associated-with-itself');
  const ids = [resourceId, [...others]] as const;
  const locked = await tx.query<{ id: string; brokerId: string }>(lockStatement, [...ids, caller.brokerId]);
  const own = locked.find(({ id }) => id === resourceId);
  if (!own) throw noSuchResource(resourceId);
  const seen = new Set(locked.map(({ id }) => id));
  const unknown = new Set([...others].filter((id) => !seen.has(id)));
  if (unknown.size > 0) throw unfit(associatedResourceIds, unknown, 'unknown-resource');
  const members = await tx.query<Member>(readStatement, [...ids, own.brokerId]);
  const formerGroup = members.find(({ id }) => id === resourceId)?.groupId ?? null;
  refuseUnfit(members, { others, formerGroup });
  const groups = groupsAfter(members, { resourceId, others, formerGroup });
  if (groups.size === 0) return;
  await tx.query(associateStatement, [[...groups.keys()], [...groups.values()], caller.keyId, resourceId]);
}

interface Wish {
  readonly others: ReadonlySet<string>;
  readonly formerGroup: string | null;
}

function refuseUnfit(members: readonly Member[], { others, formerGroup }: Wish): void {
  const there = new Set(members.map(({ id }) => id));
  const missing = [...others].filter((id) => !there.has(id));
  if (missing.length > 0) throw refused('It is of another broker', missing);
  const taken = members.filter(({ groupId }) => groupId !== null && groupId !== formerGroup);
  if (taken.length > 0) throw refused('It is in another group', idsOf(taken));
  const busy = members.filter(({ status }) => status !== 'available');
  if (busy.length > 0) throw refused('Only what is available can be put together or apart', idsOf(busy));
}

const unfitWords = { 'associated-with-itself': 'is this resource itself', 'unknown-resource': 'is no resource' };

function unfit(named: readonly string[], among: ReadonlySet<string>, code: keyof typeof unfitWords): Problem {
  const faults = named.flatMap((id, at) => (among.has(id) ? [{ detail: `${unfitWords[code]}: ${id}`, pointer: `/associatedResourceIds/${at}` }] : []));
  return impossibleValues(faults, { code });
}

const idsOf = (members: readonly Member[]) => members.map(({ id }) => id);

const refused = (why: string, resourceIds: readonly string[]) => conflict(`${why}: ${resourceIds.join(', ')}.`, { code: 'cannot-be-associated', resourceIds });

/** The new group of each that gets another one. */
function groupsAfter(
  members: readonly Member[],
  { resourceId, others, formerGroup }: Wish & { readonly resourceId: string },
): ReadonlyMap<string, string | null> {
  const together = members.filter(({ id }) => id === resourceId || others.has(id));
  const behind = members.filter(({ id }) => id !== resourceId && !others.has(id));
  const own = together.length === 1 ? null : (formerGroup ?? newId());
  const theirs = behind.length === 1 || formerGroup === null ? null : own === formerGroup ? newId() : formerGroup;
  const after = [...together.map((member) => [member, own] as const), ...behind.map((member) => [member, theirs] as const)];
  return new Map(after.flatMap(([{ id, groupId }, group]) => (group === groupId ? [] : [[id, group] as const])));
}
