import { isClientReservation } from './find-reservation.ts';

/**
 * The expressions with which a statement begins that needs a reservation alive, together with all that it keeps: `kept` is that,
 * `live` the reservation's id, or nothing when it is over. `$1` is the reservation, `$2` its broker, or null for any.
 *
 * The reservation is locked, then its resources in the order of their ids, and only then is the clock asked: the sweep passes
 * over what is locked, so nothing was given back of a reservation that lives by then.
 */
export const liveReservation = `held AS MATERIALIZED (
    SELECT id, expires_at FROM reservation WHERE id = $1::uuid AND ($2::uuid IS NULL OR broker_id = $2::uuid) AND status = 'ACTIVE' AND ${isClientReservation} FOR UPDATE
  ), kept AS MATERIALIZED (
    SELECT resource_id, group_id FROM resource_state WHERE reservation_id = ANY(ARRAY(SELECT id FROM held)) ORDER BY resource_id FOR UPDATE
  ), live AS MATERIALIZED (
    SELECT id FROM held WHERE CASE WHEN (SELECT count(*) FROM kept) >= 0 THEN expires_at > clock_timestamp() END
  )`;
