/** Where the resources of a reservation come from. `$7` is the broker that they have to be of, or null; `$8` names the place; `$9` what they have to match. */
export interface AllocationQuery {
  /** Becomes part of the statement's name. */
  readonly name: string;
  /** The common table expressions that end in `allocated`: resource_id and group_id, locked, available when they were. */
  readonly allocatedSql: string;
}

const onePool = 'SELECT id FROM pool WHERE id = $8::uuid AND ($7::uuid IS NULL OR broker_id = $7::uuid)';
/** The oldest pool first, as a pool hands out its oldest resource first. */
const poolsOfType = 'SELECT id FROM pool WHERE type_id = $8::uuid AND broker_id = $7::uuid ORDER BY created_at, id';

/**
 * Of a group either all may be allocated or none. One that was withdrawn for good holds the others up no longer. Asked for a row and
 * not by NOT EXISTS, which the planner would answer for all groups at once by reading the whole table.
 */
export const isGroupAvailable = `(s.group_id IS NULL OR (
      SELECT m.resource_id FROM resource_state m WHERE m.group_id = s.group_id AND m.status NOT IN ('available', 'decommissioned') LIMIT 1) IS NULL)`;

/** Containment finds candidates by its index, but takes {"a": {"b": 1, "c": 2}} for a match of {"a": {"b": 1}}: members are compared too. */
export const buildAttributesCondition = (attributes: string) => `EXISTS (SELECT FROM resource r WHERE r.id = s.resource_id AND r.attributes @> ${attributes}
      AND NOT EXISTS (SELECT FROM jsonb_each(${attributes}) e WHERE r.attributes -> e.key IS DISTINCT FROM e.value))`;

/**
 * In the order of the pool, passing over what others hold at this moment. The rows are read and locked one by one until
 * there are enough, so that nobody locks more than is asked for.
 */
const buildPoolQuery = (pools: string, condition: string) => `pools AS MATERIALIZED (${pools}), allocated AS MATERIALIZED (
    SELECT s.resource_id, s.group_id FROM pools p CROSS JOIN LATERAL (
      SELECT s.resource_id, s.group_id FROM resource_state s
      WHERE s.pool_id = p.id AND s.status = 'available' AND ${isGroupAvailable} ${condition}
      ORDER BY s.created_at, s.resource_id LIMIT $2::int FOR UPDATE OF s SKIP LOCKED
    ) s LIMIT $2::int
  )`;

/** Somebody wants these and no others: who holds one of them is waited for. */
const chosenQuery = `allocated AS MATERIALIZED (
    SELECT s.resource_id, s.group_id FROM resource_state s
    WHERE s.resource_id = ANY($8::uuid[]) AND s.status = 'available' AND ($7::uuid IS NULL OR s.broker_id = $7::uuid) AND ${isGroupAvailable}
    ORDER BY s.resource_id FOR UPDATE OF s
  )`;

const attributesCondition = `AND ${buildAttributesCondition('$9::jsonb')}`;

export const allocationQueries = {
  pool: { name: 'pool', allocatedSql: buildPoolQuery(onePool, '') },
  poolMatching: { name: 'pool-matching', allocatedSql: buildPoolQuery(onePool, attributesCondition) },
  type: { name: 'type', allocatedSql: buildPoolQuery(poolsOfType, '') },
  typeMatching: { name: 'type-matching', allocatedSql: buildPoolQuery(poolsOfType, attributesCondition) },
  chosen: { name: 'chosen', allocatedSql: chosenQuery },
} as const satisfies Readonly<Record<string, AllocationQuery>>;
