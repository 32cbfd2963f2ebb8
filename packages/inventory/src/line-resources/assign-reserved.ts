import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { resourceStatusEvents } from '@linework/schemas/events';
import { liveReservation } from '../reservations/live-reservation.ts';
import type { Assignment } from './assignment.ts';

/**
 * A group is assigned as a whole or not at all. `left_over` reads the state before the updates of this statement, so it excludes the moved
 * resources by id. No other transaction moves them, since the reservation is locked.
 */
const assignReservedStatement = statement(
  'assign-reserved-resources',
  `WITH ${liveReservation}, target AS MATERIALIZED (
    SELECT resource_id
    FROM kept
    WHERE EXISTS (SELECT FROM live) AND ($5::uuid[] IS NULL OR resource_id = ANY($5::uuid[])
      OR group_id IN (SELECT group_id FROM kept WHERE resource_id = ANY($5::uuid[])))
  ), moved AS (
    UPDATE resource_state
    SET status = 'active', line_id = $3::uuid, reservation_id = NULL, reserved_at = NULL, updated_at = now()
    WHERE resource_id = ANY(ARRAY(SELECT resource_id FROM target)) AND status = 'reserved'
    RETURNING resource_id, broker_id
  ), allocated AS (
    INSERT INTO allocation (resource_id, broker_id, holder_id, line_id, held_from)
    SELECT resource_id, broker_id, $4::uuid, $3::uuid, clock_timestamp()
    FROM moved
  ), consumed AS (
    UPDATE reservation
    SET status = 'CONSUMED', updated_at = now()
    WHERE id = ANY(ARRAY(SELECT id FROM live)) AND EXISTS (SELECT FROM target)
      AND NOT EXISTS (SELECT FROM kept left_over WHERE left_over.resource_id <> ALL(ARRAY(SELECT resource_id FROM target)))
  ), emitted AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, key_id, details)
    SELECT broker_id, '${resourceStatusEvents.active}', 'resource', resource_id, 'reserved', 'active', $6::uuid, $7::uuid,
      jsonb_build_object('reservationId', $1::uuid, 'lineId', $3::uuid)
    FROM moved
    ORDER BY resource_id
  )
  SELECT resource_id AS id FROM moved`,
);

/**
 * Assigns to the line what the reservation keeps, or only the named resources of it, and returns their ids: none when the reservation has
 * expired. Times come from clock_timestamp() and not from the transaction, which may have begun before the last holder released the resource.
 */
export async function assignReserved(
  tx: Db,
  assignment: Assignment & { readonly reservationId: string },
): Promise<readonly string[]> {
  const { reservationId, brokerId, lineId, holderId, resourceIds, orderId, keyId } = assignment;
  const values = [reservationId, brokerId, lineId, holderId, resourceIds, orderId, keyId];
  const assigned = await tx.query<{ readonly id: string }>(assignReservedStatement, values);
  return assigned.map(({ id }) => id);
}
