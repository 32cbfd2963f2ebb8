import { isClientReservation } from './find-reservation.ts';

/**
 * The first common table expressions of a statement that needs a live reservation: `kept` has its resources, `live` its
 * id, or no row when it has ended. `:reservationId` is the reservation, `:brokerId` its broker, or null for any. The
 * statement locks the reservation, then its resources in the order of their ids, and only then reads the clock. The
 * sweep skips locked rows, so it has released nothing of a reservation that is still live then.
 */
export const liveReservation = `held AS MATERIALIZED (
    SELECT id, expires_at
    FROM reservation
    WHERE id = :reservationId AND (:brokerId IS NULL OR broker_id = :brokerId) AND status = 'ACTIVE'
      AND ${isClientReservation}
    FOR UPDATE
  ), kept AS MATERIALIZED (
    SELECT resource_id, group_id
    FROM resource_state
    WHERE reservation_id = ANY(ARRAY(SELECT id FROM held))
    ORDER BY resource_id
    FOR UPDATE
  ), live AS MATERIALIZED (
    SELECT id FROM held WHERE CASE WHEN (SELECT count(*) FROM kept) >= 0 THEN expires_at > clock_timestamp() END
  )`;
