import { defineEffect } from '@linework/engine/model/effects';
import { selectEventByStatus } from '@linework/events/event-by-status';
import { eventType, resourceStatusEvents } from '@linework/schemas/events';

interface MoveLineResources {
  readonly lineId: string;
  readonly move: 'suspend' | 'resume' | 'release' | 'port-out' | 'detach';
}

/**
 * Moves the resources of a line, which follow its status.
 *
 * - `suspend` and `resume`: with a block and its end. A resource that an operator holds stays suspended by the hold after the block ends.
 * - `release`: the line is removed. A reusable resource goes into quarantine, any other is decommissioned, and its allocation ends.
 * - `port-out`: like `release`, but the number is decommissioned too.
 * - `detach`: the resource keeps its status and its holder, but no longer belongs to a line.
 */
export const moveLineResources = defineEffect<MoveLineResources>({
  name: 'stock',
  columns: { lineId: 'uuid', move: 'text' },
  text: `resource_wanted AS (
    SELECT w.entry, w."lineId", w.move, w."keyId", m.id AS order_id
    FROM $rows w JOIN moved m USING (entry)
  ), resources_locked AS (
    SELECT s.resource_id, s.status AS was, s.suspended_by, w."lineId", w.move, w."keyId", w.order_id,
      CASE w.move WHEN 'suspend' THEN 'suspended' WHEN 'resume' THEN CASE s.suspended_by WHEN 'both' THEN 'suspended' ELSE 'active' END WHEN 'detach' THEN s.status ELSE
        CASE WHEN t.reusable AND NOT (w.move = 'port-out' AND t.code = 'MSISDN') THEN 'quarantined' ELSE 'decommissioned' END END AS becomes,
      coalesce(r.quarantine_ttl, p.quarantine_ttl, t.quarantine_ttl) * interval '1 s' AS quarantine
    FROM resource_state s JOIN resource_wanted w ON w."lineId" = s.line_id
    JOIN resource r ON r.id = s.resource_id JOIN pool p ON p.id = s.pool_id JOIN resource_type t ON t.id = p.type_id
    WHERE s.line_id = ANY(ARRAY(SELECT "lineId" FROM resource_wanted))
      AND CASE w.move WHEN 'suspend' THEN s.status = 'active' OR s.suspended_by = 'hold' WHEN 'resume' THEN s.suspended_by IN ('block', 'both') ELSE s.status IN ('active', 'suspended') END
    ORDER BY s.resource_id FOR UPDATE OF s
  ), resources AS (
    UPDATE resource_state s SET
      status = h.becomes,
      suspended_by = CASE h.move WHEN 'suspend' THEN CASE h.was WHEN 'active' THEN 'block' ELSE 'both' END
        WHEN 'resume' THEN CASE h.suspended_by WHEN 'both' THEN 'hold' END END,
      line_id = CASE WHEN h.move IN ('release', 'port-out', 'detach') THEN NULL ELSE s.line_id END,
      quarantined_at = CASE WHEN h.becomes = 'quarantined' THEN now() END,
      quarantine_ends_at = CASE WHEN h.becomes = 'quarantined' THEN now() + h.quarantine END,
      updated_at = now()
    FROM resources_locked h
    WHERE s.resource_id = ANY(ARRAY(SELECT resource_id FROM resources_locked)) AND s.resource_id = h.resource_id
    RETURNING s.resource_id, s.broker_id, s.status, h.was, h.move, h.order_id, h."lineId", h."keyId"
  ), allocations_ended AS (
    UPDATE allocation a SET held_to = CASE WHEN r.move <> 'detach' THEN clock_timestamp() END, line_id = CASE WHEN r.move <> 'detach' THEN a.line_id END
    FROM resources r WHERE r.move IN ('release', 'port-out', 'detach') AND a.resource_id = r.resource_id AND a.held_to IS NULL
  ), resource_events AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, key_id, details)
    SELECT broker_id, CASE WHEN was = status THEN '${eventType('resource.changed')}' ELSE ${selectEventByStatus('status', resourceStatusEvents)} END,
      'resource', resource_id, nullif(was, status), CASE WHEN was <> status THEN status END, order_id, "keyId", jsonb_build_object('lineId', "lineId")
    FROM resources WHERE was <> status OR move = 'detach'
  )`,
});
