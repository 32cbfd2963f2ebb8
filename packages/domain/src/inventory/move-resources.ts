import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { type EventType, resourceStatusEvents } from '@linework/schemas/events';
import type { ResourceStatus } from '@linework/schemas/inventory/resource.lifecycle';
import type { SuspendedBy } from './lock-group.ts';

export interface ResourceMove {
  readonly resourceId: string;
  readonly from: ResourceStatus;
  readonly to: ResourceStatus;
  /** What suspends it from then on, where a line has it. */
  readonly suspendedBy?: SuspendedBy | null;
  /** Who gets it with the move. */
  readonly heldBy?: string | null;
}

/** One that stays where it is, because its line is blocked still. */
const changed: EventType = 'resource.changed';

const moveResourcesStatement = statement(
  'move-resources',
  `WITH wanted AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS w("resourceId" uuid, "from" text, "to" text, arrival text, "suspendedBy" text, "heldBy" uuid)
  ), moved AS (
    UPDATE resource_state s SET status = w."to", suspended_by = w."suspendedBy", quarantined_at = NULL, quarantine_ends_at = NULL, updated_at = now()
    FROM wanted w WHERE s.resource_id = ANY(ARRAY(SELECT "resourceId" FROM wanted)) AND s.resource_id = w."resourceId" AND s.status = w."from"
    RETURNING w.*, s.broker_id, s.line_id
  ), released AS (
    UPDATE allocation SET held_to = clock_timestamp()
    WHERE resource_id = ANY(ARRAY(SELECT "resourceId" FROM moved WHERE "to" = 'decommissioned')) AND held_to IS NULL
  ), allocated AS (
    INSERT INTO allocation (resource_id, broker_id, holder_id, held_from) SELECT "resourceId", broker_id, "heldBy", clock_timestamp() FROM moved WHERE "heldBy" IS NOT NULL
  ), emitted AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, key_id, details)
    SELECT broker_id, arrival, 'resource', "resourceId", nullif("from", "to"), nullif("to", "from"), $2::uuid, jsonb_strip_nulls(jsonb_build_object('lineId', line_id)) FROM moved ORDER BY "resourceId"
  )
  SELECT "resourceId" FROM moved`,
);

/**
 * Moves resources that are locked, because somebody asked for it: all of them or, raising, none. One that is withdrawn is
 * nobody's from then on. Times are those of the clock and not of the transaction, which may have begun before the last
 * holder let go.
 */
export async function moveResources(tx: Db, moves: readonly ResourceMove[], { keyId }: { readonly keyId: string }): Promise<void> {
  const wanted = moves.map((move) => ({ ...move, arrival: move.to === move.from ? changed : resourceStatusEvents[move.to] }));
  const moved = await tx.query(moveResourcesStatement, [JSON.stringify(wanted), keyId]);
  if (moved.length !== moves.length) throw new Error('A locked resource was not where it was read to be.');
}
