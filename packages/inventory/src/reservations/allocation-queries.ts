/**
 * The source of a reservation's resources. `:brokerId` is the required broker or null, `:source` identifies the source,
 * `:attributes` are those to match.
 */
export interface AllocationQuery {
  /** Becomes part of the statement's name. */
  readonly name: string;
  /**
   * The common table expressions up to `allocated`: the resource_id and group_id of rows that were available when they
   * were locked.
   */
  readonly allocatedSql: string;
}

const onePool = 'SELECT id FROM pool WHERE id = :source AND (:brokerId IS NULL OR broker_id = :brokerId)';
/** The oldest pool comes first, as a pool allocates its oldest resource first. */
const poolsOfType = 'SELECT id FROM pool WHERE type_id = :source AND broker_id = :brokerId ORDER BY created_at, id';

/**
 * A group is allocated as a whole or not at all; decommissioned members do not count. This is a subquery for one row
 * and not NOT EXISTS, because the planner would answer NOT EXISTS for all groups at once by reading the whole table.
 */
export const isGroupAvailable = `(s.group_id IS NULL OR (
      SELECT m.resource_id
        FROM resource_state m
        WHERE m.group_id = s.group_id AND m.status NOT IN ('available', 'decommissioned')
        LIMIT 1) IS NULL)`;

/**
 * Containment uses the index to find candidates, but {"a": {"b": 1, "c": 2}} contains {"a": {"b": 1}}: the members are
 * therefore compared too.
 */
export const buildAttributesCondition = (
  attributes: string,
) => `EXISTS (SELECT FROM resource r WHERE r.id = s.resource_id AND r.attributes @> ${attributes}
      AND NOT EXISTS (SELECT FROM jsonb_each(${attributes}) e WHERE r.attributes -> e.key IS DISTINCT FROM e.value))`;

/**
 * Allocates in the order of the pool and skips rows that others have locked. Rows are read and locked one by one until
 * there are enough, so no transaction locks more than it needs.
 */
const buildPoolQuery = (
  pools: string,
  condition: string,
) => `pools AS MATERIALIZED (${pools}), allocated AS MATERIALIZED (
    SELECT s.resource_id, s.group_id
    FROM pools p CROSS JOIN LATERAL (
      SELECT s.resource_id, s.group_id
      FROM resource_state s
      WHERE s.pool_id = p.id AND s.status = 'available' AND ${isGroupAvailable} ${condition}
      ORDER BY s.created_at, s.resource_id
      LIMIT :quantity
      FOR UPDATE OF s SKIP LOCKED
    ) s
    LIMIT :quantity
  )`;

/** The request names these resources and no others, so the statement waits for locks on them. */
const chosenQuery = `allocated AS MATERIALIZED (
    SELECT s.resource_id, s.group_id
    FROM resource_state s
    WHERE s.resource_id = ANY(:source) AND s.status = 'available' AND (:brokerId IS NULL OR s.broker_id = :brokerId)
      AND ${isGroupAvailable}
    ORDER BY s.resource_id
    FOR UPDATE OF s
  )`;

const attributesCondition = `AND ${buildAttributesCondition(':attributes')}`;

export const allocationQueries = {
  pool: { name: 'pool', allocatedSql: buildPoolQuery(onePool, '') },
  poolMatching: { name: 'pool-matching', allocatedSql: buildPoolQuery(onePool, attributesCondition) },
  type: { name: 'type', allocatedSql: buildPoolQuery(poolsOfType, '') },
  typeMatching: { name: 'type-matching', allocatedSql: buildPoolQuery(poolsOfType, attributesCondition) },
  chosen: { name: 'chosen', allocatedSql: chosenQuery },
} as const satisfies Readonly<Record<string, AllocationQuery>>;
