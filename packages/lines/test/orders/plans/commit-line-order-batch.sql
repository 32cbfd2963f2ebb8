WITH
  wanted AS (
    SELECT
      *
    FROM
      json_to_recordset($1::json) AS bulk (
        "entry" int,
        "order_id" uuid,
        "epoch" int,
        "from_status" text,
        "lease_ms" int,
        "step_ended" boolean,
        "to_status" text,
        "lease" text,
        "due_in_ms" int,
        "not_before_ms" int,
        "unavailable" boolean,
        "cancellation_reason" text,
        "first" int,
        "last" int,
        "until" int,
        "running" int
      )
    ORDER BY
      order_id
  ),
  moved AS (
    UPDATE orders o
    SET
      status = w.to_status,
      epoch = o.epoch + (w.lease <> 'renew')::int,
      acquired_epoch = CASE
        WHEN w.lease = 'acquire' THEN o.epoch + 1
        ELSE o.acquired_epoch
      END,
      acquisitions = CASE
        WHEN w.step_ended THEN 0
        ELSE o.acquisitions
      END + (w.lease = 'acquire')::int - coalesce(w.unavailable, false)::int,
      unavailable_since = CASE
        WHEN w.unavailable THEN coalesce(o.unavailable_since, now())
        WHEN w.step_ended
        OR w.lease = 'release' THEN NULL
        ELSE o.unavailable_since
      END,
      due_at = CASE
        WHEN w.due_in_ms IS NOT NULL THEN now() + w.due_in_ms * interval '1 ms'
        WHEN w.lease_ms IS NOT NULL THEN now() + w.lease_ms * interval '1 ms'
      END,
      next_sweep_at = CASE
        WHEN w.due_in_ms IS NOT NULL THEN now() + w.due_in_ms * interval '1 ms'
        WHEN w.lease_ms IS NOT NULL THEN o.next_sweep_at
      END,
      settled_at = CASE
        WHEN w.due_in_ms IS NULL
        AND w.lease_ms IS NULL THEN now()
      END,
      not_before = now() + w.not_before_ms * interval '1 ms',
      failed_at = CASE
        WHEN w.to_status NOT IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED') THEN NULL
        WHEN w.from_status = w.to_status THEN o.failed_at
        ELSE now()
      END,
      cancellation_reason = coalesce(w.cancellation_reason, o.cancellation_reason),
      updated_at = now()
    FROM
      wanted w
    WHERE
      o.id = ANY (
        ARRAY(
          SELECT
            order_id
          FROM
            wanted
        )
      )
      AND o.id = w.order_id
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
  ),
  events AS (
    INSERT INTO
      event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, key_id, details)
    SELECT
      m.broker_id,
      e.type,
      e."resourceType",
      e."resourceId",
      e."fromStatus",
      e."toStatus",
      m.id,
      e."keyId",
      coalesce(e.details, '{}')
    FROM
      (
        SELECT
          *
        FROM
          json_to_recordset($2::json) AS bulk (
            "entry" int,
            "n" int,
            "type" text,
            "resourceType" text,
            "resourceId" uuid,
            "fromStatus" text,
            "toStatus" text,
            "keyId" uuid,
            "details" jsonb
          )
      ) e
      JOIN moved m USING (entry)
    ORDER BY
      entry,
      e.n
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
