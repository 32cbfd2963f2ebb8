import { ruleTable } from '@linework/db/rule-table';
import { defineEffect } from '@linework/engine/model/step';
import type { SuspendedBy } from '@linework/inventory/resources/lock-group';
import { type EventType, eventType, resourceStatusEvents } from '@linework/schemas/events';
import type { ResourceStatus } from '@linework/schemas/lifecycles/resource.lifecycle';

/**
 * - `suspend` and `resume`: with a block and its end.
 * - `release`: the line is removed.
 * - `port-out`: like `release`, but the number leaves for another operator.
 * - `detach`: the resource keeps its status and its holder, but no longer belongs to a line.
 */
export type LineResourceMove = 'suspend' | 'resume' | 'release' | 'port-out' | 'detach';

/** How a line has a resource: active, or suspended, with the cause of the suspension. */
type LineResourceState = 'active' | SuspendedBy;

interface LineResourceRule {
  readonly move: LineResourceMove;
  readonly states: readonly LineResourceState[];
  /** Whether the resource can be used again. */
  readonly reusable: readonly boolean[];
  readonly becomes: ResourceStatus;
  readonly suspended_by: SuspendedBy | null;
  readonly leaves_line: boolean;
  /** Null if nothing changes that a reader of events sees. */
  readonly event: EventType | null;
}

const suspended: readonly LineResourceState[] = ['block', 'hold', 'both'];
const any: readonly LineResourceState[] = ['active', ...suspended];

const stays = { reusable: [true, false], suspended_by: null, leaves_line: false, event: null };
const ends = { states: any, suspended_by: null, leaves_line: true };
const detached = { ...stays, leaves_line: true, event: eventType('resource.changed') };
const { quarantined, decommissioned } = resourceStatusEvents;

/**
 * A resource in a state that no rule of the move names stays as it is. One that an operator holds stays suspended by
 * the hold after a block ends.
 * @internal
 */
export const lineResourceRules: readonly LineResourceRule[] = [
  {
    ...stays,
    move: 'suspend',
    states: ['active'],
    becomes: 'suspended',
    suspended_by: 'block',
    event: resourceStatusEvents.suspended,
  },
  { ...stays, move: 'suspend', states: ['hold'], becomes: 'suspended', suspended_by: 'both' },
  { ...stays, move: 'resume', states: ['block'], becomes: 'active', event: resourceStatusEvents.active },
  { ...stays, move: 'resume', states: ['both'], becomes: 'suspended', suspended_by: 'hold' },
  { ...ends, move: 'release', reusable: [true], becomes: 'quarantined', event: quarantined },
  { ...ends, move: 'release', reusable: [false], becomes: 'decommissioned', event: decommissioned },
  { ...ends, move: 'port-out', reusable: [true], becomes: 'quarantined', event: quarantined },
  { ...ends, move: 'port-out', reusable: [false], becomes: 'decommissioned', event: decommissioned },
  { ...detached, move: 'detach', states: ['active'], becomes: 'active' },
  { ...detached, move: 'detach', states: suspended, becomes: 'suspended' },
];

/**
 * - `consume`: the claimed resources are assigned to the line and get its status; the line gets their identifiers. The
 *   line's previous resources of the same types are released.
 * - `return`: the claimed resources become available again. Those that earlier orders of the line still claim stay: the
 *   order leaves no effect, so these orders can be retried.
 * - `release`: the line ends. The claimed resources become available again, together with those that earlier orders of
 *   the line still claim.
 * - `port-out`: like `release`, but the line's own number leaves for another operator.
 * - `suspend`: the claimed resources are suspended without a line until an operator resumes or decommissions them.
 */
export type ClaimMove = 'consume' | 'return' | 'release' | 'port-out' | 'suspend';

/** A fact with both values does not matter. */
type Fact = readonly boolean[];

interface ClaimRule {
  readonly move: ClaimMove;
  /** False for a previous resource of the line, which the claimed one replaces. */
  readonly is_claimed: boolean;
  readonly reusable: Fact;
  /** False for a number that came with a port-in that is not complete, and for one that is ported out. */
  readonly is_ours: Fact;
  readonly line_is_blocked: Fact;
  readonly becomes: ResourceStatus;
  readonly suspended_by: SuspendedBy | null;
  readonly event: EventType;
}

const to = (becomes: ResourceStatus, suspended_by: SuspendedBy | null = null) => ({
  becomes,
  suspended_by,
  event: resourceStatusEvents[becomes],
});
const either = [true, false];
const claimed = { is_claimed: true, reusable: either, is_ours: either, line_is_blocked: either };
const replaced = { ...claimed, is_claimed: false };

/** The claims of a move have exactly one rule. */
export const claimRules: readonly ClaimRule[] = [
  { ...claimed, move: 'consume', line_is_blocked: [false], ...to('active') },
  { ...claimed, move: 'consume', line_is_blocked: [true], ...to('suspended', 'block') },
  { ...replaced, move: 'consume', reusable: [true], ...to('quarantined') },
  { ...replaced, move: 'consume', reusable: [false], ...to('decommissioned') },
  { ...claimed, move: 'return', is_ours: [true], ...to('available') },
  { ...claimed, move: 'return', is_ours: [false], ...to('suspended') },
  { ...claimed, move: 'release', is_ours: [true], ...to('available') },
  { ...claimed, move: 'release', is_ours: [false], ...to('suspended') },
  { ...claimed, move: 'port-out', is_ours: [true], ...to('available') },
  { ...claimed, move: 'port-out', is_ours: [false], ...to('suspended') },
  { ...claimed, move: 'suspend', ...to('suspended') },
];

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
 * Moves the resources of a line, which follow its status, by the rules above. A resource that
 * leaves its line for good ends its allocation.
 */
export const moveLineResources = defineEffect<MoveLineResources>({
  name: 'stock',
  columns: { lineId: 'uuid', move: 'text' },
  text: [selectMovesSql, changeResourcesSql].join(', '),
});
