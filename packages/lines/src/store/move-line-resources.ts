import { ruleTable } from '@linework/db/rule-table';
import { defineEffect } from '@linework/engine/model/effects';
import { type LineResourceMove, lineResourceRules } from './line-resource-rules.ts';

interface MoveLineResources {
  readonly lineId: string;
  readonly move: LineResourceMove;
}

const rules = ruleTable(
  'rule',
  {
    move: 'text',
    states: 'text[]',
    reusable: 'boolean[]',
    becomes: 'text',
    suspended_by: 'text',
    leaves_line: 'boolean',
    event: 'text',
  },
  lineResourceRules,
);

/**
 * Locks the resources of the lines, and selects the rule of each. A number that is ported out is not ours to use again,
 * whatever its type says.
 */
const selectMovesSql = `resource_wanted AS (
  SELECT w.entry, w."lineId", w.move, w."keyId", m.id AS order_id
  FROM $rows w JOIN moved m USING (entry)
), resources_locked AS (
  SELECT s.resource_id, s.status AS was, coalesce(s.suspended_by, s.status) AS state, w."lineId", w.move, w."keyId",
    w.order_id,
    t.reusable AND NOT (w.move = 'port-out' AND t.code = 'MSISDN') AS reusable,
    coalesce(r.quarantine_ttl, p.quarantine_ttl, t.quarantine_ttl) * interval '1 s' AS quarantine
  FROM resource_state s
  JOIN resource_wanted w ON w."lineId" = s.line_id
  JOIN resource r ON r.id = s.resource_id
  JOIN pool p ON p.id = s.pool_id
  JOIN resource_type t ON t.id = p.type_id
  WHERE s.line_id = ANY(ARRAY(SELECT "lineId" FROM resource_wanted))
  ORDER BY s.resource_id
  FOR UPDATE OF s
), resource_moves AS (
  SELECT h.*, rule.becomes, rule.suspended_by, rule.leaves_line, rule.event
  FROM resources_locked h
  JOIN ${rules} ON rule.move = h.move AND h.state = ANY(rule.states) AND h.reusable = ANY(rule.reusable)
)`;

/** Changes the resources, their allocations and their events. */
const changeResourcesSql = `resources AS (
  UPDATE resource_state s
  SET status = h.becomes,
    suspended_by = h.suspended_by,
    line_id = CASE WHEN NOT h.leaves_line THEN s.line_id END,
    quarantined_at = CASE WHEN h.becomes = 'quarantined' THEN now() END,
    quarantine_ends_at = CASE WHEN h.becomes = 'quarantined' THEN now() + h.quarantine END,
    updated_at = now()
  FROM resource_moves h
  WHERE s.resource_id = ANY(ARRAY(SELECT resource_id FROM resource_moves)) AND s.resource_id = h.resource_id
  RETURNING s.resource_id, s.broker_id, s.status, h.was, h.move, h.leaves_line, h.event, h.order_id, h."lineId",
    h."keyId"
), allocations_ended AS (
  UPDATE allocation a
  SET held_to = CASE WHEN r.move <> 'detach' THEN clock_timestamp() END,
    line_id = CASE WHEN r.move <> 'detach' THEN a.line_id END
  FROM resources r
  WHERE r.leaves_line AND a.resource_id = r.resource_id AND a.held_to IS NULL
), resource_events AS (
  INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, key_id, details)
  SELECT broker_id, event, 'resource', resource_id, nullif(was, status), nullif(status, was), order_id, "keyId",
    jsonb_build_object('lineId', "lineId")
  FROM resources
  WHERE event IS NOT NULL
)`;

/**
 * Moves the resources of a line, which follow its status, by the rules of `line-resource-rules.ts`. A resource that
 * leaves its line for good ends its allocation.
 */
export const moveLineResources = defineEffect<MoveLineResources>({
  name: 'stock',
  columns: { lineId: 'uuid', move: 'text' },
  text: [selectMovesSql, changeResourcesSql].join(', '),
});
