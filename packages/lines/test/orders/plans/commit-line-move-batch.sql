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
  line_wanted AS (
    SELECT
      w.*
    FROM
      (
        SELECT
          *
        FROM
          json_to_recordset($2::json) AS bulk ("entry" int, "resourceId" uuid, "from" text, "to" text)
      ) w
      JOIN moved m USING (entry)
  ),
  line_moved AS (
    UPDATE line r
    SET
      status = w."to",
      activated_at = CASE
        WHEN w."to" = 'ACTIVE' THEN coalesce(r.activated_at, now())
        ELSE r.activated_at
      END,
      terminated_at = CASE
        WHEN w."to" = 'TERMINATED' THEN now()
      END,
      updated_at = now()
    FROM
      line_wanted w
    WHERE
      r.id = ANY (
        ARRAY(
          SELECT
            "resourceId"
          FROM
            line_wanted
        )
      )
      AND r.id = w."resourceId"
      AND r.status = w."from"
    RETURNING
      1
  ),
  resource_wanted AS (
    SELECT
      w.entry,
      w."lineId",
      w.move,
      w."keyId",
      m.id AS order_id
    FROM
      (
        SELECT
          *
        FROM
          json_to_recordset($3::json) AS bulk ("entry" int, "lineId" uuid, "move" text, "keyId" uuid)
      ) w
      JOIN moved m USING (entry)
  ),
  resources_locked AS (
    SELECT
      s.resource_id,
      s.status AS was,
      coalesce(s.suspended_by, s.status) AS state,
      w."lineId",
      w.move,
      w."keyId",
      w.order_id,
      t.reusable
      AND NOT (
        w.move = 'port-out'
        AND t.code = 'MSISDN'
      ) AS reusable,
      coalesce(r.quarantine_ttl, p.quarantine_ttl, t.quarantine_ttl) * interval '1 s' AS quarantine
    FROM
      resource_state s
      JOIN resource_wanted w ON w."lineId" = s.line_id
      JOIN resource r ON r.id = s.resource_id
      JOIN pool p ON p.id = s.pool_id
      JOIN resource_type t ON t.id = p.type_id
    WHERE
      s.line_id = ANY (
        ARRAY(
          SELECT
            "lineId"
          FROM
            resource_wanted
        )
      )
    ORDER BY
      s.resource_id
    FOR UPDATE OF
      s
  ),
  resource_moves AS (
    SELECT
      h.*,
      rule.becomes,
      rule.suspended_by,
      rule.leaves_line,
      rule.event
    FROM
      resources_locked h
      JOIN (
        VALUES
          (
            'suspend'::text,
            ARRAY['active']::text[],
            ARRAY[true, false]::boolean[],
            'suspended'::text,
            'block'::text,
            false::boolean,
            'resource.suspended'::text
          ),
          ('suspend', ARRAY['hold'], ARRAY[true, false], 'suspended', 'both', false, null),
          ('resume', ARRAY['block'], ARRAY[true, false], 'active', null, false, 'resource.activated'),
          ('resume', ARRAY['both'], ARRAY[true, false], 'suspended', 'hold', false, null),
          (
            'release',
            ARRAY['active', 'block', 'hold', 'both'],
            ARRAY[true],
            'quarantined',
            null,
            true,
            'resource.quarantined'
          ),
          (
            'release',
            ARRAY['active', 'block', 'hold', 'both'],
            ARRAY[false],
            'decommissioned',
            null,
            true,
            'resource.decommissioned'
          ),
          (
            'port-out',
            ARRAY['active', 'block', 'hold', 'both'],
            ARRAY[true],
            'quarantined',
            null,
            true,
            'resource.quarantined'
          ),
          (
            'port-out',
            ARRAY['active', 'block', 'hold', 'both'],
            ARRAY[false],
            'decommissioned',
            null,
            true,
            'resource.decommissioned'
          ),
          ('detach', ARRAY['active'], ARRAY[true, false], 'active', null, true, 'resource.changed'),
          (
            'detach',
            ARRAY['block', 'hold', 'both'],
            ARRAY[true, false],
            'suspended',
            null,
            true,
            'resource.changed'
          )
      ) AS rule ("move", "states", "reusable", "becomes", "suspended_by", "leaves_line", "event") ON rule.move = h.move
      AND h.state = ANY (rule.states)
      AND h.reusable = ANY (rule.reusable)
  ),
  resources AS (
    UPDATE resource_state s
    SET
      status = h.becomes,
      suspended_by = h.suspended_by,
      line_id = CASE
        WHEN NOT h.leaves_line THEN s.line_id
      END,
      quarantined_at = CASE
        WHEN h.becomes = 'quarantined' THEN now()
      END,
      quarantine_ends_at = CASE
        WHEN h.becomes = 'quarantined' THEN now() + h.quarantine
      END,
      updated_at = now()
    FROM
      resource_moves h
    WHERE
      s.resource_id = ANY (
        ARRAY(
          SELECT
            resource_id
          FROM
            resource_moves
        )
      )
      AND s.resource_id = h.resource_id
    RETURNING
      s.resource_id,
      s.broker_id,
      s.status,
      h.was,
      h.move,
      h.leaves_line,
      h.event,
      h.order_id,
      h."lineId",
      h."keyId"
  ),
  allocations_ended AS (
    UPDATE allocation a
    SET
      held_to = CASE
        WHEN r.move <> 'detach' THEN clock_timestamp()
      END,
      line_id = CASE
        WHEN r.move <> 'detach' THEN a.line_id
      END
    FROM
      resources r
    WHERE
      r.leaves_line
      AND a.resource_id = r.resource_id
      AND a.held_to IS NULL
  ),
  resource_events AS (
    INSERT INTO
      event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, key_id, details)
    SELECT
      broker_id,
      event,
      'resource',
      resource_id,
      nullif(was, status),
      nullif(status, was),
      order_id,
      "keyId",
      jsonb_build_object('lineId', "lineId")
    FROM
      resources
    WHERE
      event IS NOT NULL
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
          json_to_recordset($4::json) AS bulk (
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
  )
  AND (
    SELECT
      CASE
        WHEN cardinality(
          ARRAY(
            SELECT
              1
            FROM
              line_moved
          )
        ) = cardinality(
          ARRAY(
            SELECT
              1
            FROM
              line_wanted
          )
        ) THEN true
        ELSE assert_that (false, 'a line does not have the expected status')
      END
  );
