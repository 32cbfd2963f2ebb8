import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvents } from '@linework/events/insert-event';
import { eventType, resourceStatusEvents } from '@linework/schemas/events';
import type { ResourceStatus } from '@linework/schemas/lifecycles/resource.lifecycle';
import type { SuspendedBy } from './lock-group.ts';

export interface ResourceMove {
  readonly resourceId: string;
  readonly from: ResourceStatus;
  readonly to: ResourceStatus;
  /** The new cause of its suspension, where it is on a line. */
  readonly suspendedBy?: SuspendedBy | null;
  /** The new holder. */
  readonly heldBy?: string | null;
}

/** The event of a resource whose status does not change, because its line is still blocked. */
const changed = eventType('resource.changed');

const moveResourcesStatement = statement(
  'move-resources',
  { wanted: 'jsonb', keyId: 'uuid' },
  `WITH wanted AS (
    SELECT *
    FROM jsonb_to_recordset(:wanted) AS w("resourceId" uuid, "from" text, "to" text, event_type text,
      "suspendedBy" text, "heldBy" uuid)
  ), moved AS (
    UPDATE resource_state s
    SET status = w."to", suspended_by = w."suspendedBy", quarantined_at = NULL, quarantine_ends_at = NULL,
      updated_at = now()
    FROM wanted w
    WHERE s.resource_id = ANY(ARRAY(SELECT "resourceId" FROM wanted)) AND s.resource_id = w."resourceId"
      AND s.status = w."from"
    RETURNING w.*, s.broker_id, s.line_id
  ), released AS (
    UPDATE allocation
    SET held_to = clock_timestamp()
    WHERE resource_id = ANY(ARRAY(SELECT "resourceId" FROM moved WHERE "to" = 'decommissioned')) AND held_to IS NULL
  ), allocated AS (
    INSERT INTO allocation (resource_id, broker_id, holder_id, held_from)
    SELECT "resourceId", broker_id, "heldBy", clock_timestamp()
    FROM moved
    WHERE "heldBy" IS NOT NULL
  ), emitted AS (
    ${insertEvents('resource', {
      type: 'event_type',
      from: 'nullif("from", "to")',
      to: 'nullif("to", "from")',
      id: '"resourceId"',
      key: ':keyId',
      details: "jsonb_strip_nulls(jsonb_build_object('lineId', line_id))",
    })}
    FROM moved
    ORDER BY "resourceId"
  )
  SELECT "resourceId" FROM moved`,
);

/**
 * Moves locked resources on request: all of them, or it raises. A decommissioned resource loses its holder. Times come
 * from clock_timestamp() and not from the transaction, which may have begun before the last holder released the
 * resource.
 */
export async function moveResources(
  tx: Db,
  moves: readonly ResourceMove[],
  { keyId }: { readonly keyId: string },
): Promise<void> {
  const wanted = moves.map((move) => ({
    ...move,
    event_type: move.to === move.from ? changed : resourceStatusEvents[move.to],
  }));
  const moved = await tx.query(moveResourcesStatement, { wanted, keyId });
  if (moved.length !== moves.length)
    throw new Error('A locked resource has another status than the one that was read.');
}
