import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { liveReservation } from '../reservations/live-reservation.ts';
import type { Assignment } from './assignment.ts';

/**
 * A group is assigned as a whole or not at all. `left_over` reads the state before the updates of this statement, so it
 * excludes the moved resources by id. No other transaction moves them, since the reservation is locked.
 */
const assignReservedStatement = statement(
  'assign-reserved-resources',
  {
    reservationId: 'uuid',
    brokerId: 'uuid',
    lineId: 'uuid',
    holderId: 'uuid',
    resourceIds: 'uuid[]?',
    orderId: 'uuid?',
    keyId: 'uuid?',
  },
  `WITH ${liveReservation}, target AS MATERIALIZED (
    SELECT resource_id
    FROM kept
    WHERE EXISTS (SELECT FROM live) AND (:resourceIds IS NULL OR resource_id = ANY(:resourceIds)
      OR group_id IN (SELECT group_id FROM kept WHERE resource_id = ANY(:resourceIds)))
  ), moved AS (
    UPDATE resource_state
    SET status = 'active', line_id = :lineId, reservation_id = NULL, reserved_at = NULL, updated_at = now()
    WHERE resource_id = ANY(ARRAY(SELECT resource_id FROM target)) AND status = 'reserved'
    RETURNING resource_id, broker_id
  ), allocated AS (
    INSERT INTO allocation (resource_id, broker_id, holder_id, line_id, held_from)
    SELECT resource_id, broker_id, :holderId, :lineId, clock_timestamp()
    FROM moved
  ), consumed AS (
    UPDATE reservation
    SET status = 'CONSUMED', updated_at = now()
    WHERE id = ANY(ARRAY(SELECT id FROM live)) AND EXISTS (SELECT FROM target)
      AND NOT EXISTS (
        SELECT
        FROM kept left_over
        WHERE left_over.resource_id <> ALL(ARRAY(SELECT resource_id FROM target)))
  ), emitted AS (
    ${insertMove('resource', {
      from: 'reserved',
      to: 'active',
      id: 'resource_id',
      order: ':orderId',
      key: ':keyId',
      details: "jsonb_build_object('reservationId', :reservationId, 'lineId', :lineId)",
    })}
    FROM moved
    ORDER BY resource_id
  )
  SELECT resource_id AS id FROM moved`,
);

/**
 * Assigns to the line what the reservation keeps, or only the named resources of it, and returns their ids: none when
 * the reservation has expired. Times come from clock_timestamp() and not from the transaction, which may have begun
 * before the last holder released the resource.
 */
export async function assignReserved(
  tx: Db,
  assignment: Assignment & { readonly reservationId: string },
): Promise<readonly string[]> {
  const { reservationId, brokerId, lineId, holderId, resourceIds, orderId, keyId } = assignment;
  const values = { reservationId, brokerId, lineId, holderId, resourceIds, orderId, keyId };
  const assigned = await tx.query(assignReservedStatement, values);
  return assigned.map(({ id }) => id);
}
