import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { Resource } from '@linework/schemas/inventory/resource';
import { associateResources } from './associate-resources.ts';
import { findResource, noSuchResource } from './find-resource.ts';
import { refuseUnfitImsi } from './refuse-unfit-imsi.ts';

/** The state first, as everybody locks them. */
const changeStatement = statement(
  'change-resource',
  `WITH touched AS (
    UPDATE resource_state SET updated_at = now() WHERE resource_id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) RETURNING resource_id, broker_id
  ), changed AS (
    UPDATE resource r SET attributes = coalesce($3::jsonb, attributes), metadata = coalesce($4::jsonb, metadata),
      location = CASE WHEN $5 THEN $6 ELSE location END, reservation_ttl = CASE WHEN $7 THEN $8::int ELSE reservation_ttl END,
      quarantine_ttl = CASE WHEN $9 THEN $10::int ELSE quarantine_ttl END
    FROM touched t WHERE r.id = t.resource_id
    RETURNING r.id, r.broker_id, r.type_id
  ), told AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, key_id, details)
    SELECT broker_id, 'resource.changed', 'resource', id, $11::uuid, jsonb_build_object('changed', $12::text[]) FROM changed
  )
  SELECT t.code AS "typeCode" FROM changed JOIN resource_type t ON t.id = changed.type_id`,
);

export interface ResourceChange {
  readonly caller: Caller;
  readonly resourceId: string;
  /** Replaces the whole. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  /** Replaces the whole. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Null takes it away. */
  readonly location?: string | null | undefined;
  /** Seconds; null is back to the pool's. */
  readonly reservationTTL?: number | null | undefined;
  readonly quarantineTTL?: number | null | undefined;
  /** The others of its group from now on; none, and it is in no group. */
  readonly associatedResourceIds?: readonly string[] | undefined;
}

/**
 * Changes what is kept on a resource; asked for no change it makes none. Raises not-found, conflict when it cannot move with
 * those named, and 422 for an IMSI that is none.
 */
export async function changeResource(db: Db, { caller, resourceId, ...change }: ResourceChange): Promise<Resource> {
  const changed = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (changed.length === 0) return findResource(db, { caller, resourceId });
  return db.transaction(async (tx) => {
    const { attributes, metadata, location, reservationTTL, quarantineTTL, associatedResourceIds } = change;
    if (associatedResourceIds) await associateResources(tx, { caller, resourceId, associatedResourceIds });
    const objects = [attributes && JSON.stringify(attributes), metadata && JSON.stringify(metadata)];
    const others = [location, reservationTTL, quarantineTTL].flatMap((value) => [value !== undefined, value ?? null]);
    const [found] = await tx.query<{ readonly typeCode: string }>(changeStatement, [resourceId, caller.brokerId, ...objects, ...others, caller.keyId, changed]);
    if (!found) throw noSuchResource(resourceId);
    refuseUnfitImsi(found.typeCode, attributes);
    return findResource(tx, { caller, resourceId });
  });
}
