import { positionInRange } from './event-ranges.ts';

/**
 * The columns of a `PositionedEvent`: of an event `e` in the range `r`, with the key `k` or the operator `o` that
 * caused it.
 */
export const eventColumns = `(${positionInRange})::float8 AS position, e.id, e.broker_id AS "brokerId", e.type, e.at,
      e.resource_type AS "resourceType", e.resource_id AS "resourceId",
      e.from_status AS "fromStatus", e.to_status AS "toStatus", e.order_id AS "orderId", e.job, e.details,
      e.key_id AS "keyId", k.name AS "keyName", coalesce(k.broker_id, o.broker_id) AS "keyBrokerId",
        o.name AS "operatorName"`;

/** The key or the operator that caused the event `e`. */
export const joinActor = `LEFT JOIN api_key k ON k.id = e.key_id
    LEFT JOIN operator o ON o.id = e.key_id`;
