WITH
  wanted AS NOT MATERIALIZED (
    SELECT
      $1::int AS "entry",
      $2::uuid AS "order_id",
      $3::int AS "epoch",
      $4::text AS "from_status",
      $5::int AS "lease_ms",
      $6::boolean AS "step_ended",
      $7::int AS "first",
      $8::int AS "last",
      $9::int AS "until",
      $10::int AS "running"
  ),
  moved AS (
    UPDATE orders o
    SET
      acquisitions = CASE
        WHEN w.step_ended THEN 0
        ELSE o.acquisitions
      END,
      unavailable_since = CASE
        WHEN w.step_ended THEN NULL
        ELSE o.unavailable_since
      END,
      due_at = now() + w.lease_ms * interval '1 ms',
      updated_at = now()
    FROM
      wanted w
    WHERE
      o.id = w.order_id
      AND o.epoch = w.epoch
      AND o.status = w.from_status
    RETURNING
      w.entry,
      o.id,
      o.broker_id,
      o.resource_id,
      w.first,
      w.last,
      w.until,
      w.running
  ),
  advanced AS (
    UPDATE order_step o
    SET
      status = CASE
        WHEN o.position < m.until THEN 'SUCCESS'
        ELSE 'RUNNING'
      END,
      attempt = o.attempt + (o.status = 'PENDING')::int,
      error = CASE
        WHEN o.position < m.until THEN NULL
        ELSE o.error
      END,
      started_at = CASE
        WHEN o.status = 'PENDING' THEN now()
        ELSE o.started_at
      END,
      failed_at = CASE
        WHEN o.position < m.until THEN NULL
        ELSE o.failed_at
      END,
      finished_at = CASE
        WHEN o.position < m.until THEN now()
        ELSE o.finished_at
      END
    FROM
      moved m
    WHERE
      o.order_id = m.id
      AND o.position BETWEEN m.first AND m.last
      AND o.status = CASE
        WHEN o.position = m.running THEN 'RUNNING'
        ELSE 'PENDING'
      END
    RETURNING
      1
  )
SELECT
  m.entry
FROM
  moved m
WHERE
  true
  AND (
    SELECT
      CASE
        WHEN cardinality(
          ARRAY(
            SELECT
              1
            FROM
              advanced
          )
        ) = cardinality(
          ARRAY(
            SELECT
              generate_series(m.first, m.last)
            FROM
              moved m
          )
        ) THEN true
        ELSE assert_that (false, 'a step does not have the expected status')
      END
  );
