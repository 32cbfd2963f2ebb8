import { counterMismatchSql } from '@linework/inventory/pools/verify-counters';
import type { Invariant } from './invariant.ts';

const noSharedNumbersOrSims: Invariant = {
  number: 11,
  description: 'no two live lines share a number or a SIM',
  violations: `
    SELECT code, count(*)
    FROM line, LATERAL (VALUES ('number', msisdn), ('SIM', iccid)) AS has(kind, code)
    WHERE status <> 'TERMINATED' AND code IS NOT NULL
    GROUP BY kind, code
    HAVING count(*) > 1`,
};

const oneHolderAtATime: Invariant = {
  number: 11,
  description: 'no two allocations of a resource overlap',
  violations: `
    SELECT a.resource_id, a.id, b.id AS other
    FROM allocation a JOIN allocation b ON b.resource_id = a.resource_id AND b.id > a.id
    WHERE tstzrange(a.held_from, a.held_to) && tstzrange(b.held_from, b.held_to)`,
};

/** A resource with its line and its open allocation. */
const resourceUse = `
  SELECT s.resource_id, s.status, s.suspended_by, s.line_id, l.status AS line_status, a.line_id AS allocated_to,
    r.external_code, t.code AS type,
    CASE t.code WHEN 'MSISDN' THEN l.msisdn WHEN 'SIM' THEN l.iccid ELSE r.external_code END AS on_line
  FROM resource_state s JOIN resource r ON r.id = s.resource_id JOIN resource_type t ON t.id = r.type_id
  LEFT JOIN line l ON l.id = s.line_id LEFT JOIN allocation a ON a.resource_id = s.resource_id AND a.held_to IS NULL`;

const resourcesMatchTheirLine: Invariant = {
  number: 11,
  description:
    'a resource on a line is in use, on a live line with the same code, with an open allocation for that line',
  violations: `SELECT *
    FROM (${resourceUse}) AS held
    WHERE line_id IS NOT NULL AND (status NOT IN ('active', 'suspended') OR line_status = 'TERMINATED'
      OR allocated_to IS DISTINCT FROM line_id OR on_line IS DISTINCT FROM external_code)`,
};

/** While its line is in transition, an open or failed order knows the state. */
const suspendedWithTheirLine: Invariant = {
  number: 11,
  description: 'a resource is suspended by its line exactly as long as the line is blocked',
  violations: `SELECT *
    FROM (${resourceUse}) AS held
    WHERE line_status IN ('STAND_BY', 'ACTIVE', 'BLOCKED')
    AND (line_status = 'BLOCKED') <> (coalesce(suspended_by, 'hold') <> 'hold')`,
};

const allocatedResourcesAreInUse: Invariant = {
  number: 11,
  description: 'an open allocation has a resource in use on the same line',
  violations: `
    SELECT a.id, a.resource_id, s.status
    FROM allocation a JOIN resource_state s ON s.resource_id = a.resource_id
    WHERE a.held_to IS NULL AND (s.status NOT IN ('active', 'suspended') OR s.line_id IS DISTINCT FROM a.line_id)`,
};

const resourcesInUseAreNotAvailable: Invariant = {
  number: 11,
  description: 'no number or SIM of a live line is available or quarantined',
  violations: `
    SELECT l.id, r.id AS resource_id, s.status
    FROM line l, LATERAL (VALUES ('MSISDN', l.msisdn), ('SIM', l.iccid)) AS has(type, code)
    JOIN resource_type t ON t.code = has.type
    JOIN resource r ON r.type_id = t.id AND r.external_code = has.code JOIN resource_state s ON s.resource_id = r.id
    WHERE l.status <> 'TERMINATED' AND s.status IN ('available', 'quarantined')`,
};

const groupsAreWhole: Invariant = {
  number: 11,
  description: 'a group has at least two members, and a line has all of them or none',
  violations: `
    SELECT group_id
    FROM resource_state
    WHERE group_id IS NOT NULL
    GROUP BY group_id
    HAVING count(*) = 1 OR count(DISTINCT line_id) > 1
      OR count(*) FILTER (WHERE line_id IS NULL AND status <> 'decommissioned')
        NOT IN (0, count(*) FILTER (WHERE status <> 'decommissioned'))`,
};

const reservedResourcesHaveReservation: Invariant = {
  number: 12,
  description: 'a reserved resource has a live reservation, and a live reservation has a resource',
  violations: `
    SELECT v.id, v.status, s.resource_id
    FROM reservation v
    LEFT JOIN resource_state s ON s.reservation_id = v.id AND s.status = 'reserved'
    WHERE CASE
      WHEN s.resource_id IS NULL THEN v.status = 'ACTIVE' AND v.expires_at > now()
      ELSE v.status <> 'ACTIVE'
    END`,
};

/** The creation of a new line keeps its claims until the line ends, even when the order was closed. */
const claimsHaveLiveOrders: Invariant = {
  number: 12,
  description: 'no order that can no longer continue has claims',
  violations: `
    SELECT o.id, o.type, o.status, l.status AS line_status
    FROM reservation v JOIN orders o ON o.id = v.id JOIN line l ON l.id = o.line_id
    WHERE v.status = 'ACTIVE' AND o.status IN ('COMPLETED', 'CANCELLED', 'ROLLED_BACK')
      AND (o.previous_status IS DISTINCT FROM 'PROVISIONING' OR l.status = 'TERMINATED')`,
};

const reservedUntilMatchesReservation: Invariant = {
  number: 12,
  description: 'a resource is reserved until the end of its reservation',
  violations: `
    SELECT s.resource_id, s.reserved_until, v.expires_at
    FROM resource_state s JOIN reservation v ON v.id = s.reservation_id
    WHERE s.reserved_until IS DISTINCT FROM v.expires_at`,
};

/** On an idle machine. The sweep runs every 250 ms; a worker that takes it over from a dead one starts within 7 s. */
const sweepLagMs = 10_000;

const expiredResourcesAreReleased: Invariant = {
  number: 12,
  description: 'no reservation or quarantine lasts long after its end',
  idleLimitMs: sweepLagMs,
  violations: `
    WITH latest AS (SELECT now() - $1::float8 * interval '1 ms' AS allowed)
    SELECT resource_id, reserved_until FROM resource_state, latest WHERE reserved_until < allowed
    UNION ALL SELECT resource_id, quarantine_ends_at FROM resource_state, latest WHERE quarantine_ends_at < allowed`,
};

/** Only the sweep releases the resources of a reservation that no request ended. */
const noEarlyExpiry: Invariant = {
  number: 12,
  description: 'no resource was released before the end of its reservation',
  violations: `
    SELECT e.resource_id, e.seq, e.at, v.expires_at
    FROM event e JOIN reservation v ON v.id = (e.details ->> 'reservationId')::uuid
    WHERE e.resource_type = 'resource' AND e.from_status = 'reserved' AND e.to_status = 'available'
      AND v.status = 'ACTIVE' AND e.at < v.expires_at`,
};

/**
 * An order uses a reservation when it claims its resources, under the order's id. The line gets the resources when the
 * order completes, which may be much later.
 */
const noUseAfterExpiry: Invariant = {
  number: 12,
  description: 'no reservation was used after its end',
  violations: `
    SELECT *
    FROM (
      SELECT e.resource_id, e.seq, e.to_status, coalesce(claim.created_at, e.at) AS used_at,
        lag(e.details ->> 'reservationId') OVER (PARTITION BY e.resource_id ORDER BY e.seq) AS reservation_id
      FROM event e LEFT JOIN reservation claim ON claim.id = e.order_id
      WHERE e.resource_type = 'resource' AND e.to_status IS NOT NULL
    ) used JOIN reservation v ON v.id = used.reservation_id::uuid
    WHERE used.to_status = 'active' AND used.used_at > v.expires_at`,
};

const noShortQuarantine: Invariant = {
  number: 12,
  description: 'no quarantine ended before its time',
  violations: `
    SELECT resource_id, seq, at, details
    FROM event
    WHERE resource_type = 'resource' AND from_status = 'quarantined'
      AND at < (details ->> 'quarantineEndsAt')::timestamptz`,
};

const poolCountersMatch: Invariant = {
  number: 15,
  description: 'the counters of a pool equal the number of its resources',
  violations: counterMismatchSql,
};

export const inventoryInvariants: readonly Invariant[] = [
  noSharedNumbersOrSims,
  oneHolderAtATime,
  resourcesMatchTheirLine,
  suspendedWithTheirLine,
  allocatedResourcesAreInUse,
  resourcesInUseAreNotAvailable,
  groupsAreWhole,
  reservedResourcesHaveReservation,
  claimsHaveLiveOrders,
  reservedUntilMatchesReservation,
  expiredResourcesAreReleased,
  noEarlyExpiry,
  noUseAfterExpiry,
  noShortQuarantine,
  poolCountersMatch,
];
