import { listResourceTypes } from '@linework/engine/model/order-type';
import { orderTypes } from '@linework/order-types/order-types';
import { lifecycles } from '@linework/schemas/lifecycles/lifecycles';
import type { Invariant } from './invariant.ts';

const quoted = (text: string | null) => (text === null ? 'NULL' : `'${text}'`);
const listedTransitions = lifecycles
  .flatMap(({ name, moves }) => moves.map(({ from, to }) => `(${[name, from, to].map(quoted).join(', ')})`))
  .join(', ');

/** The records that orders are about. */
const resourcesOfOrders = listResourceTypes(orderTypes)
  .map(({ name, table }) => `SELECT '${name}' AS type, id, status FROM ${table}`)
  .join(' UNION ALL ');

/** A move-in writes its records directly in their status (decision 138). */
const isAdoption = `coalesce(e.from_status, 'available') = 'available'
      AND EXISTS (SELECT FROM move_in m WHERE m.id::text = e.details ->> 'moveInId')`;

const everyTransitionIsListed: Invariant = {
  number: 8,
  description: 'every transition in the events is an allowed one',
  violations: `
    SELECT e.seq, e.resource_type, e.resource_id, e.from_status, e.to_status
    FROM event e
    WHERE e.to_status IS NOT NULL AND NOT (${isAdoption}) AND NOT EXISTS (
      SELECT
      FROM (VALUES ${listedTransitions}) AS m(lifecycle, from_status, to_status)
      WHERE m.lifecycle = e.resource_type AND m.from_status IS NOT DISTINCT FROM e.from_status
        AND m.to_status = e.to_status)`,
};

const eventsFollowEachOther: Invariant = {
  number: 9,
  description: "each event's from is the to of the previous one, without duplicates or gaps",
  violations: `
    SELECT *
    FROM (
      SELECT e.seq, e.resource_type, e.resource_id, e.from_status, e.to_status,
        lag(e.to_status) OVER (PARTITION BY e.resource_type, e.resource_id ORDER BY e.seq) AS before
      FROM event e
      WHERE e.to_status IS NOT NULL
    ) moves
    WHERE from_status IS DISTINCT FROM before`,
};

const statusMatchesLastEvent: Invariant = {
  number: 10,
  description: "a record's status is the to of its last event",
  violations: `
    WITH record AS (${resourcesOfOrders}
      UNION ALL SELECT 'order', id, status FROM orders
      UNION ALL SELECT 'resource', resource_id, status FROM resource_state
      UNION ALL SELECT 'bulk-operation', id, status FROM bulk_operation
      UNION ALL SELECT 'port-in', id, status FROM port_in
      UNION ALL SELECT 'port-out', id, status FROM port_out
      UNION ALL SELECT 'refund', id, status FROM refund
      UNION ALL SELECT 'drift', id, status FROM drift
      UNION ALL SELECT 'move-in', id, status FROM move_in),
    last AS (
      SELECT DISTINCT ON (resource_type, resource_id) resource_type, resource_id, to_status
      FROM event
      WHERE to_status IS NOT NULL
      ORDER BY resource_type, resource_id, seq DESC)
    SELECT r.type, r.id, r.status, l.to_status
    FROM record r LEFT JOIN last l ON l.resource_type = r.type AND l.resource_id = r.id
    WHERE r.status IS DISTINCT FROM l.to_status`,
};

export const eventInvariants: readonly Invariant[] = [
  everyTransitionIsListed,
  eventsFollowEachOther,
  statusMatchesLastEvent,
];
