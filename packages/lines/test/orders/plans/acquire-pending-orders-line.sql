WITH
  placed_steps AS MATERIALIZED (
    SELECT
      s.order_id,
      string_agg(
        s.code,
        ' '
        ORDER BY
          s.position
      ) AS codes,
      array_agg(
        s.attempt_limit
        ORDER BY
          s.position
      ) AS limits
    FROM
      order_step s
    WHERE
      s.order_id = ANY (
        ARRAY(
          SELECT
            unnest($1::uuid[])
        )
      )
    GROUP BY
      s.order_id
  ),
  acquired AS (
    UPDATE orders o
    SET
      status = 'IN_PROGRESS',
      epoch = 1,
      acquired_epoch = 1,
      acquisitions = 1,
      due_at = now() + $3::int * interval '1 ms',
      updated_at = now()
    FROM
      placed_steps s
    WHERE
      s.order_id = o.id
      AND o.id = ANY (
        ARRAY(
          SELECT
            unnest($1::uuid[])
        )
      )
      AND o.epoch = 0
      AND o.status = 'PENDING'
      AND o.not_before IS NULL
      AND s.codes = $2::jsonb -> o.type -> o.type_version::text ->> 'steps'
      AND (
        ($2::jsonb -> o.type -> o.type_version::text ->> 'pending') IS NULL
        OR ($2::jsonb -> o.type -> o.type_version::text ->> 'pending') = CASE
          WHEN o.resource_type = 'line' THEN (
            SELECT
              r.status
            FROM
              line r
            WHERE
              r.id = o.resource_id
          )
        END
      )
    RETURNING
      o.id,
      o.type,
      o.type_version,
      o.broker_id,
      o.input,
      o.previous_status,
      o.resource_type,
      o.resource_id,
      o.created_at,
      s.limits
  ),
  started AS (
    UPDATE order_step s
    SET
      status = 'RUNNING',
      attempt = 1,
      started_at = now()
    WHERE
      s.order_id = ANY (
        ARRAY(
          SELECT
            id
          FROM
            acquired
        )
      )
      AND s.position = 0
      AND s.status = 'PENDING'
      AND s.attempt = 0
    RETURNING
      1
  ),
  events AS (
    INSERT INTO
      event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id)
    SELECT
      broker_id,
      'order.started',
      'order',
      id,
      'PENDING',
      'IN_PROGRESS',
      id
    FROM
      acquired
  )
SELECT
  a.id,
  a.type,
  a.type_version,
  'PENDING' AS status,
  0 AS epoch,
  -1 AS acquired_epoch,
  0 AS acquisitions,
  false AS too_early,
  a.created_at AS waiting_since,
  a.broker_id,
  a.input,
  a.previous_status,
  a.resource_type,
  a.resource_id,
  a.limits,
  CASE
    WHEN line.id IS NOT NULL THEN line.status
  END AS resource_status,
  CASE
    WHEN line.id IS NOT NULL THEN json_build_object('msisdn', line.msisdn, 'iccid', line.iccid, 'imsi', line.imsi)
  END AS facts
FROM
  acquired a
  LEFT JOIN line line ON a.resource_type = 'line'
  AND line.id = a.resource_id
WHERE
  (
    SELECT
      CASE
        WHEN cardinality(
          ARRAY(
            SELECT
              1
            FROM
              started
          )
        ) = cardinality(
          ARRAY(
            SELECT
              1
            FROM
              acquired
          )
        ) THEN true
        ELSE assert_that (false, 'a step does not have the expected status')
      END
  );
