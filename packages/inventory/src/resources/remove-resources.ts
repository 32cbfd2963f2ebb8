import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { conflict } from '@linework/problem-details/make-problem';
import { msisdnTypeId, simTypeId } from '@linework/schemas/inventory/resource-type';
import { resourceNotFound } from './find-resource.ts';

/**
 * A resource `r` with its state `s` that may be removed: it is not reserved, and no holder and no line ever had it. A
 * line that was imported without its number and SIM has no allocation.
 */
export const isRemovable = `s.status NOT IN ('reserved', 'active')
    AND NOT EXISTS (SELECT FROM allocation WHERE resource_id = r.id)
    AND NOT EXISTS (SELECT FROM line WHERE r.type_id = '${msisdnTypeId}' AND msisdn = r.external_code)
    AND NOT EXISTS (SELECT FROM line WHERE r.type_id = '${simTypeId}' AND iccid = r.external_code)`;

/** The members of its group too: one that is left alone leaves the group. In the order of their ids, as everywhere. */
const lockStatement = statement(
  'lock-resources-to-remove',
  { ids: 'uuid[]', brokerId: 'uuid?' },
  `SELECT resource_id AS id, status, line_id AS "lineId"
   FROM resource_state
   WHERE (:brokerId IS NULL OR broker_id = :brokerId)
     AND (resource_id = ANY(:ids)
       OR group_id = ANY(ARRAY(
         SELECT group_id
         FROM resource_state
         WHERE resource_id = ANY(:ids) AND group_id IS NOT NULL
       )))
   ORDER BY resource_id
   FOR UPDATE`,
);

/** Writes the events first, because they name what is removed. The secrets go with their resource. */
const announceStatement = statement(
  'announce-removed-resources',
  { ids: 'uuid[]', keyId: 'uuid?' },
  `WITH removed AS MATERIALIZED (
     SELECT r.*, s.group_id
     FROM resource r JOIN resource_state s ON s.resource_id = r.id
     WHERE r.id = ANY(:ids) AND ${isRemovable}
   ), left_alone AS (
     SELECT (array_agg(resource_id))[1] AS id
     FROM resource_state
     WHERE group_id = ANY(ARRAY(SELECT group_id FROM removed))
       AND resource_id <> ALL(ARRAY(SELECT id FROM removed))
     GROUP BY group_id
     HAVING count(*) = 1
   ), ungrouped AS (
     UPDATE resource_state s
     SET group_id = NULL, updated_at = now()
     FROM left_alone
     WHERE s.resource_id = left_alone.id
     RETURNING s.resource_id, s.broker_id
   ), announced AS (
     ${insertEvent('resource.changed', {
       id: 'resource_id',
       key: ':keyId',
       details: `'{"changed":["associatedResourceIds"]}'`,
     })}
     FROM ungrouped
   ), emitted AS (
     ${insertEvent('resource.removed', {
       key: ':keyId',
       details: `jsonb_strip_nulls(jsonb_build_object(
         'externalCode', external_code, 'imsi', imsi, 'poolId', pool_id, 'importId', import_id))`,
     })}
     FROM removed
     ORDER BY id
   ), unsealed AS (
     DELETE FROM resource_secret WHERE resource_id = ANY(ARRAY(SELECT id FROM removed))
   )
   SELECT id FROM removed`,
);

const removeStatesStatement = statement(
  'remove-resource-states',
  { ids: 'uuid[]' },
  'DELETE FROM resource_state WHERE resource_id = ANY(:ids)',
);
const removeStatement = statement('remove-resources', { ids: 'uuid[]' }, 'DELETE FROM resource WHERE id = ANY(:ids)');

export interface RemovalInput {
  readonly caller: Caller;
  readonly resourceIds: readonly string[];
}

/**
 * Removes resources with their codes and secrets, in the caller's transaction; returns the ids of those that no holder
 * ever had. Their codes and IMSIs can be used again. The others stay.
 */
export async function removeResources(
  tx: Pick<Db, 'query'>,
  { caller: { brokerId, keyId }, resourceIds }: RemovalInput,
): Promise<{ readonly removedIds: ReadonlySet<string>; readonly locked: readonly LockedState[] }> {
  const locked = await tx.query(lockStatement, { ids: resourceIds, brokerId });
  const seen = new Set(locked.map(({ id }) => id));
  // Read after the lock in a separate statement, so that it sees what other transactions committed.
  const removed = await tx.query(announceStatement, { ids: resourceIds.filter((id) => seen.has(id)), keyId });
  const ids = removed.map(({ id }) => id);
  await tx.query(removeStatesStatement, { ids });
  await tx.query(removeStatement, { ids });
  return { removedIds: new Set(ids), locked };
}

interface LockedState {
  readonly id: string;
  readonly status: string;
  readonly lineId: string | null;
}

/**
 * Removes one resource. Raises not-found; `resource-not-available` while it is reserved; `resource-on-a-line` or
 * `resource-was-used` when a line has or had it.
 */
export async function removeResource(
  db: Db,
  { caller, resourceId }: { readonly caller: Caller; readonly resourceId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { removedIds, locked } = await removeResources(tx, { caller, resourceIds: [resourceId] });
    if (removedIds.has(resourceId)) return;
    const found = locked.find(({ id }) => id === resourceId);
    if (!found) throw resourceNotFound(resourceId);
    if (found.status === 'reserved')
      throw conflict('The resource is reserved; release its reservation first.', { code: 'resource-not-available' });
    if (found.lineId !== null)
      throw conflict('The resource is assigned to a line.', { code: 'resource-on-a-line', lineId: found.lineId });
    throw conflict('The resource was on a line, and its history stays.', { code: 'resource-was-used' });
  });
}
