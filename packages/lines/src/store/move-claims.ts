import { ruleTable } from '@linework/db/rule-table';
import { defineEffect } from '@linework/engine/model/step';
import { eventType } from '@linework/schemas/events';
import { type ClaimMove, claimRules } from './move-line-resources.ts';

interface MoveClaims {
  readonly lineId: string;
  readonly move: ClaimMove;
}

/** Ends the claims of the order and, where the line ends, those of its earlier orders. */
const endClaimsSql = `claim_wanted AS (
  SELECT w.entry, w."lineId", w.move, w."keyId", m.id AS order_id FROM $rows w JOIN moved m USING (entry)
), claim_line AS (
  SELECT w.*, l.status, l.holder_id, l.msisdn
  FROM line l JOIN claim_wanted w ON w."lineId" = l.id
  WHERE l.id = ANY(ARRAY(SELECT "lineId" FROM claim_wanted))
), claim_of_order AS (
  SELECT order_id AS reservation_id, order_id FROM claim_line
  UNION SELECT o.id, w.order_id
  FROM orders o JOIN claim_line w ON w."lineId" = o.resource_id
  WHERE o.resource_id = ANY(ARRAY(SELECT "lineId" FROM claim_line WHERE move IN ('release', 'port-out')))
    AND w.move IN ('release', 'port-out')
), claim_ended AS (
  UPDATE reservation v
  SET status = CASE w.move WHEN 'consume' THEN 'CONSUMED' ELSE 'RELEASED' END, updated_at = now()
  FROM claim_of_order c JOIN claim_line w USING (order_id)
  WHERE v.id = ANY(ARRAY(SELECT reservation_id FROM claim_of_order)) AND v.id = c.reservation_id AND v.status = 'ACTIVE'
  RETURNING v.id, c.order_id
)`;

const rules = ruleTable(
  'rule',
  {
    move: 'text',
    is_claimed: 'boolean',
    reusable: 'boolean[]',
    is_ours: 'boolean[]',
    line_is_blocked: 'boolean[]',
    becomes: 'text',
    suspended_by: 'text',
    event: 'text',
  },
  claimRules,
);

/**
 * Locks the claimed resources and, for `consume`, those of the line, and selects the rule of each. A resource of the
 * line stays if none of its type is claimed.
 */
const selectClaimMovesSql = `claim_resource AS (
  SELECT s.resource_id, e.order_id, true AS is_claimed
  FROM resource_state s JOIN claim_ended e ON e.id = s.reservation_id
  WHERE s.reservation_id = ANY(ARRAY(SELECT id FROM claim_ended))
  UNION ALL SELECT s.resource_id, w.order_id, false
  FROM resource_state s JOIN claim_line w ON w."lineId" = s.line_id
  WHERE s.line_id = ANY(ARRAY(SELECT "lineId" FROM claim_line WHERE move = 'consume')) AND w.move = 'consume'
), claim_locked AS (
  SELECT s.resource_id, s.group_id, s.status AS was, c.is_claimed, w.*, t.code AS type, t.reusable, r.external_code,
    r.attributes,
    (r.attributes ? 'portInId' OR w.move = 'port-out' AND t.code = 'MSISDN'
      AND r.external_code = w.msisdn) IS NOT TRUE AS is_ours,
    coalesce(r.quarantine_ttl, p.quarantine_ttl, t.quarantine_ttl) * interval '1 s' AS quarantine
  FROM resource_state s
  JOIN claim_resource c ON c.resource_id = s.resource_id
  JOIN claim_line w USING (order_id)
  JOIN resource r ON r.id = s.resource_id
  JOIN pool p ON p.id = s.pool_id
  JOIN resource_type t ON t.id = p.type_id
  WHERE s.resource_id = ANY(ARRAY(SELECT resource_id FROM claim_resource))
  ORDER BY s.resource_id
  FOR UPDATE OF s
), claim_moves AS (
  SELECT h.*, rule.becomes, rule.suspended_by, rule.event
  FROM claim_locked h
  JOIN ${rules} ON rule.move = h.move
    AND rule.is_claimed = h.is_claimed
    AND h.reusable = ANY(rule.reusable)
    AND h.is_ours = ANY(rule.is_ours)
    AND (h.status = 'BLOCKED') = ANY(rule.line_is_blocked)
  WHERE h.is_claimed
    OR EXISTS (SELECT FROM claim_locked c WHERE c.is_claimed AND c.order_id = h.order_id AND c.type = h.type)
)`;

/** Changes the resources, and dissolves a group with one member left. */
const moveResourcesSql = `claims AS (
  UPDATE resource_state s
  SET status = h.becomes,
    reservation_id = NULL,
    reserved_at = NULL,
    line_id = CASE WHEN h.is_claimed AND h.move = 'consume' THEN h."lineId" END,
    suspended_by = h.suspended_by,
    group_id = CASE WHEN h.is_claimed THEN s.group_id END,
    quarantined_at = CASE WHEN h.becomes = 'quarantined' THEN now() END,
    quarantine_ends_at = CASE WHEN h.becomes = 'quarantined' THEN now() + h.quarantine END,
    updated_at = now()
  FROM claim_moves h
  WHERE s.resource_id = ANY(ARRAY(SELECT resource_id FROM claim_moves)) AND s.resource_id = h.resource_id
  RETURNING s.resource_id, s.broker_id, s.status, h.was, h.is_claimed, h.move, h.event, h.order_id, h."lineId",
    h.holder_id, h."keyId"
), claim_group AS (
  SELECT group_id, order_id FROM claim_moves WHERE NOT is_claimed AND group_id IS NOT NULL
), claim_remaining AS (
  SELECT m.resource_id, g.order_id,
    count(*) FILTER (WHERE m.status <> 'decommissioned') OVER (PARTITION BY m.group_id) AS others
  FROM resource_state m JOIN claim_group g USING (group_id)
  WHERE m.group_id = ANY(ARRAY(SELECT group_id FROM claim_group))
    AND m.resource_id <> ALL(ARRAY(SELECT resource_id FROM claim_moves))
), claim_alone AS (
  UPDATE resource_state s
  SET group_id = NULL, updated_at = now()
  FROM claim_remaining l
  WHERE s.resource_id = ANY(ARRAY(SELECT resource_id FROM claim_remaining WHERE others < 2))
    AND s.resource_id = l.resource_id
  RETURNING s.resource_id, s.broker_id, l.order_id
)`;

/** Changes allocations, events and the identifiers of the line. */
const recordMovesSql = `claim_allocations_ended AS (
  UPDATE allocation a
  SET held_to = clock_timestamp()
  FROM claims c
  WHERE NOT c.is_claimed AND a.resource_id = c.resource_id AND a.held_to IS NULL
), claim_allocations AS (
  INSERT INTO allocation (resource_id, broker_id, holder_id, line_id, held_from)
  SELECT resource_id, broker_id, holder_id, "lineId", clock_timestamp()
  FROM claims
  WHERE is_claimed AND move = 'consume'
), claim_events AS (
  INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, key_id, details)
  SELECT broker_id, event, 'resource', resource_id, was, status, order_id, "keyId",
    jsonb_build_object('lineId', "lineId")
  FROM claims
  UNION ALL SELECT broker_id, '${eventType('resource.changed')}', 'resource', resource_id, NULL, NULL, order_id, NULL,
    '{"changed":["associatedResourceIds"]}'
  FROM claim_alone
), claimed_identifiers AS (
  SELECT "lineId", max(external_code) FILTER (WHERE type = 'MSISDN') AS msisdn,
    max(external_code) FILTER (WHERE type = 'SIM') AS iccid,
    max(attributes ->> 'imsi') FILTER (WHERE type = 'SIM') AS imsi
  FROM claim_moves
  WHERE is_claimed AND move = 'consume'
  GROUP BY "lineId"
), claim_lines AS (
  UPDATE line l
  SET msisdn = coalesce(c.msisdn, l.msisdn), iccid = coalesce(c.iccid, l.iccid), imsi = coalesce(c.imsi, l.imsi),
    updated_at = now()
  FROM claimed_identifiers c
  WHERE l.id = c."lineId"
    AND (l.msisdn, l.iccid, l.imsi) IS DISTINCT FROM (coalesce(c.msisdn, l.msisdn), coalesce(c.iccid, l.iccid),
      coalesce(c.imsi, l.imsi))
)`;

/**
 * Moves the resources that the order claimed when it was placed, by the rules of `move-line-resources.ts`. The claims
 * of an order are a reservation with the order's own id and without an expiry.
 *
 * The line is not locked, because its open order already excludes others and the same statement may update the line.
 *
 * A released resource leaves its group, because it no longer moves with the line's other resources. A group with one
 * member left is dissolved. The group cannot change at the same time: only available resources are grouped or
 * ungrouped.
 */
export const moveClaims = defineEffect<MoveClaims>({
  name: 'claims',
  columns: { lineId: 'uuid', move: 'text' },
  text: [endClaimsSql, selectClaimMovesSql, moveResourcesSql, recordMovesSql].join(', '),
});
