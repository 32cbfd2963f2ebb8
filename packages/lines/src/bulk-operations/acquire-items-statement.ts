import { statement } from '@linework/db/statement';

export const isWaitingCondition = 'i.order_id IS NULL AND i.problem IS NULL';

/**
 * Orders that a worker executes or that wait for another attempt: they are due within seconds. An order that waits for
 * the time its client requested is not counted, however many a broker has.
 */
const openOrdersQuery = `SELECT
    FROM orders o
    WHERE o.broker_id = b.broker_id
      AND o.is_open
      AND o.next_sweep_at < now() + interval '2 minutes'
      AND o.due_at < now() + interval '2 minutes'
      AND NOT (o.status = 'PENDING' AND coalesce(o.not_before > now(), false))`;

/**
 * The time from which the own rate of an operation counts. It never lags by more than half a second, or by the time of
 * one order.
 */
const rateSince = (b: string) =>
  `greatest(${b}.rate_used_until, now() - greatest(interval '500 ms', interval '60.001 s' / ${b}.orders_per_minute))`;

/** How many items the own rate of an operation allows now. */
const allowance = (b: string) =>
  `coalesce(floor(extract(epoch FROM now() - ${rateSince(b)}) * ${b}.orders_per_minute / 60)::int, :limit)`;

/** The next lines of each operation, with their place among the lines of the broker. */
const nextLinesQuery = `SELECT p.id, i.position, p.since, p.places,
    row_number() OVER (PARTITION BY p.broker_id ORDER BY i.nth, p.turn) AS place
    FROM operation p CROSS JOIN LATERAL (
      SELECT i.position, row_number() OVER (ORDER BY i.position) AS nth
      FROM bulk_item i
      WHERE i.bulk_id = p.id AND i.position >= p.settled_to AND ${isWaitingCondition}
      ORDER BY i.position
      LIMIT p.share
    ) i
    WHERE p.turn <= p.places`;

/**
 * Acquires at most `:limit` waiting lines: one of each broker, then a second of each, and so on; of a broker's lines,
 * one of each of its operations, then a second of each. The one that has waited longest comes first. A broker that has
 * `:openOrdersPerBroker` open orders is skipped, except for items that open no order: to cancel or close orders. Lines
 * are chosen first and locked afterwards, so that no line is locked that is not acquired. The lines of an operation
 * before `settled_to` are settled: the scan of the index on waiting lines starts there, otherwise each round would walk
 * past all dead entries. The statement reads twice an even share of each operation, which fills the round of a broker
 * when half of its operations have few lines left. The row of the operation is locked until the end of the transaction:
 * a cancel waits for it, and an operation that is cancelled is skipped. The own rate of an operation is checked again
 * on the locked row, so that two workers never use the same share of it.
 */
export const acquireItemsStatement = statement(
  'acquire-waiting-bulk-items',
  { limit: 'int', openOrdersPerBroker: 'int' },
  `WITH waiting AS MATERIALIZED (
    SELECT b.id, b.broker_id, b.operation, b.settled_to, b.created_at, b.last_placed_at, ${allowance('b')} AS allowed
    FROM bulk_operation b
    WHERE b.status = 'RUNNING'
      AND EXISTS (
        SELECT
        FROM bulk_item i
        WHERE i.bulk_id = b.id AND i.position >= b.settled_to AND ${isWaitingCondition})
  ), broker AS MATERIALIZED (
    SELECT b.broker_id, b.since, b.operations, least(:limit, :openOrdersPerBroker - open.count) AS places
    FROM (
      SELECT broker_id, coalesce(max(last_placed_at), min(created_at)) AS since, count(*) AS operations
      FROM waiting
      GROUP BY broker_id) b
    CROSS JOIN LATERAL (SELECT count(*) FROM (${openOrdersQuery} LIMIT :openOrdersPerBroker) AS counted) AS open
  ), operation AS (
    SELECT w.id, w.settled_to, b.broker_id, b.since, p.places,
      least(w.allowed, ceil(2.0 * p.places / b.operations)) AS share,
      row_number() OVER (PARTITION BY b.broker_id ORDER BY coalesce(w.last_placed_at, w.created_at), w.id) AS turn
    FROM waiting w JOIN broker b USING (broker_id)
      CROSS JOIN LATERAL (SELECT CASE WHEN w.operation IN ('cancel', 'close') THEN :limit ELSE b.places END AS places) p
    WHERE p.places > 0 AND w.allowed > 0
  ), line AS (${nextLinesQuery}), chosen AS MATERIALIZED (
    SELECT id, position, row_number() OVER (ORDER BY place, since, id) AS nth,
      row_number() OVER (PARTITION BY id ORDER BY position) AS of_operation
    FROM line
    WHERE place <= places
    ORDER BY nth
    LIMIT :limit
  ), locked AS MATERIALIZED (
    SELECT b.*
    FROM bulk_operation b
    WHERE b.id = ANY(ARRAY(SELECT id FROM chosen)) AND b.status = 'RUNNING'
    FOR NO KEY UPDATE SKIP LOCKED
  ), operation_updated AS (
    UPDATE bulk_operation b
    SET last_placed_at = clock_timestamp(),
      rate_used_until = ${rateSince('b')} + least(c.items, ${allowance('b')}) * interval '60 s' / b.orders_per_minute
    FROM (SELECT id, count(*) AS items FROM chosen GROUP BY id) c
    WHERE b.id = c.id AND b.id = ANY(ARRAY(SELECT id FROM locked))
  )
  SELECT b.id AS "bulkId", i.position, i.line_id AS "lineId", i.target_order_id AS "targetOrderId", i.row,
    b.broker_id AS "brokerId", b.operation,
    b.key_id AS "keyId", b.correlation_id AS "correlationId", b.reason, b.metadata
  FROM chosen c JOIN locked b USING (id) JOIN bulk_item i ON i.bulk_id = c.id AND i.position = c.position
  WHERE ${isWaitingCondition} AND c.of_operation <= ${allowance('b')}
  ORDER BY c.nth
  FOR UPDATE OF i SKIP LOCKED`,
);
