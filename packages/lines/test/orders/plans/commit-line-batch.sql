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
  reinstated AS (
    UPDATE orders o
    SET
      superseded_by = NULL,
      updated_at = now()
    FROM
      (
        SELECT
          *
        FROM
          json_to_recordset($2::json) AS bulk ("entry" int, "keyId" uuid)
      ) r
      JOIN moved m USING (entry)
    WHERE
      o.resource_id = ANY (
        ARRAY(
          SELECT
            resource_id
          FROM
            moved
        )
      )
      AND o.superseded_by = m.id
    RETURNING
      o.id,
      o.broker_id,
      m.id AS order_id,
      r."keyId"
  ),
  reinstated_events AS (
    INSERT INTO
      event (broker_id, type, resource_type, resource_id, order_id, key_id)
    SELECT
      broker_id,
      'order.reinstated',
      'order',
      id,
      order_id,
      "keyId"
    FROM
      reinstated
  ),
  step_wanted AS (
    SELECT
      m.id AS order_id,
      s.*
    FROM
      (
        SELECT
          *
        FROM
          json_to_recordset($3::json) AS bulk (
            "entry" int,
            "position" int,
            "from" text,
            "to" text,
            "attempts" int,
            "undoAttempts" int,
            "refusedAttempts" int,
            "granted" int,
            "undoGranted" int,
            "error" jsonb,
            "keep_error" boolean,
            "awaits" boolean,
            "reference" text,
            "deadlineMs" int,
            "found" jsonb,
            "forgets" boolean,
            "started" boolean,
            "failed" boolean,
            "finished" boolean
          )
      ) s
      JOIN moved m USING (entry)
  ),
  steps AS (
    UPDATE order_step o
    SET
      status = s."to",
      attempt = o.attempt + coalesce(s.attempts, 0),
      attempt_limit = o.attempt_limit + coalesce(s.granted, 0),
      refused_attempts = coalesce(s."refusedAttempts", o.refused_attempts),
      undo_attempt = o.undo_attempt + coalesce(s."undoAttempts", 0),
      undo_attempt_limit = o.undo_attempt_limit + coalesce(s."undoGranted", 0),
      error = CASE
        WHEN s.keep_error THEN o.error
        ELSE nullif(s.error, 'null'::jsonb)
      END,
      awaited_reference = CASE
        WHEN s.awaits IS NULL THEN o.awaited_reference
        ELSE s.reference
      END,
      awaited_until = CASE
        WHEN s.awaits IS NULL THEN o.awaited_until
        WHEN s.awaits THEN coalesce(o.awaited_until, now() + s."deadlineMs" * interval '1 ms')
      END,
      found = CASE
        WHEN s.forgets THEN NULL
        ELSE coalesce(s.found, o.found)
      END,
      started_at = CASE
        WHEN s.started THEN now()
        ELSE o.started_at
      END,
      failed_at = CASE
        WHEN s.failed THEN now()
        WHEN s."to" IN ('PENDING', 'SUCCESS', 'ROLLED_BACK') THEN NULL
        ELSE o.failed_at
      END,
      finished_at = CASE
        WHEN s.finished THEN now()
        ELSE o.finished_at
      END
    FROM
      step_wanted s
    WHERE
      o.order_id = ANY (
        ARRAY(
          SELECT
            order_id
          FROM
            wanted
        )
      )
      AND o.order_id = s.order_id
      AND o.position = s.position
      AND o.status = s."from"
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
          json_to_recordset($4::json) AS bulk ("entry" int, "resourceId" uuid, "from" text, "to" text)
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
          json_to_recordset($5::json) AS bulk ("entry" int, "lineId" uuid, "move" text, "keyId" uuid)
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
  claim_wanted AS (
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
          json_to_recordset($6::json) AS bulk ("entry" int, "lineId" uuid, "move" text, "keyId" uuid)
      ) w
      JOIN moved m USING (entry)
  ),
  claim_line AS (
    SELECT
      w.*,
      l.status,
      l.holder_id,
      l.msisdn
    FROM
      line l
      JOIN claim_wanted w ON w."lineId" = l.id
    WHERE
      l.id = ANY (
        ARRAY(
          SELECT
            "lineId"
          FROM
            claim_wanted
        )
      )
  ),
  claim_of_order AS (
    SELECT
      order_id AS reservation_id,
      order_id
    FROM
      claim_line
    UNION
    SELECT
      o.id,
      w.order_id
    FROM
      orders o
      JOIN claim_line w ON w."lineId" = o.resource_id
    WHERE
      o.resource_id = ANY (
        ARRAY(
          SELECT
            "lineId"
          FROM
            claim_line
          WHERE
          move IN ('release', 'port-out')
        )
      )
      AND w.move IN ('release', 'port-out')
  ),
  claim_ended AS (
    UPDATE reservation v
    SET
      status = CASE w.move
        WHEN 'consume' THEN 'CONSUMED'
        ELSE 'RELEASED'
      END,
      updated_at = now()
    FROM
      claim_of_order c
      JOIN claim_line w USING (order_id)
    WHERE
      v.id = ANY (
        ARRAY(
          SELECT
            reservation_id
          FROM
            claim_of_order
        )
      )
      AND v.id = c.reservation_id
      AND v.status = 'ACTIVE'
    RETURNING
      v.id,
      c.order_id
  ),
  claim_resource AS (
    SELECT
      s.resource_id,
      e.order_id,
      true AS is_claimed
    FROM
      resource_state s
      JOIN claim_ended e ON e.id = s.reservation_id
    WHERE
      s.reservation_id = ANY (
        ARRAY(
          SELECT
            id
          FROM
            claim_ended
        )
      )
    UNION ALL
    SELECT
      s.resource_id,
      w.order_id,
      false
    FROM
      resource_state s
      JOIN claim_line w ON w."lineId" = s.line_id
    WHERE
      s.line_id = ANY (
        ARRAY(
          SELECT
            "lineId"
          FROM
            claim_line
          WHERE
          move = 'consume'
        )
      )
      AND w.move = 'consume'
  ),
  claim_locked AS (
    SELECT
      s.resource_id,
      s.group_id,
      s.status AS was,
      c.is_claimed,
      w.*,
      t.code AS type,
      t.reusable,
      r.external_code,
      r.attributes,
      (
        r.attributes ? 'portInId'
        OR w.move = 'port-out'
        AND t.code = 'MSISDN'
        AND r.external_code = w.msisdn
      ) IS NOT TRUE AS is_ours,
      coalesce(r.quarantine_ttl, p.quarantine_ttl, t.quarantine_ttl) * interval '1 s' AS quarantine
    FROM
      resource_state s
      JOIN claim_resource c ON c.resource_id = s.resource_id
      JOIN claim_line w USING (order_id)
      JOIN resource r ON r.id = s.resource_id
      JOIN pool p ON p.id = s.pool_id
      JOIN resource_type t ON t.id = p.type_id
    WHERE
      s.resource_id = ANY (
        ARRAY(
          SELECT
            resource_id
          FROM
            claim_resource
        )
      )
    ORDER BY
      s.resource_id
    FOR UPDATE OF
      s
  ),
  claim_moves AS (
    SELECT
      h.*,
      rule.becomes,
      rule.suspended_by,
      rule.event
    FROM
      claim_locked h
      JOIN (
        VALUES
          (
            'consume'::text,
            true::boolean,
            ARRAY[true, false]::boolean[],
            ARRAY[true, false]::boolean[],
            ARRAY[false]::boolean[],
            'active'::text,
            null::text,
            'resource.activated'::text
          ),
          (
            'consume',
            true,
            ARRAY[true, false],
            ARRAY[true, false],
            ARRAY[true],
            'suspended',
            'block',
            'resource.suspended'
          ),
          (
            'consume',
            false,
            ARRAY[true],
            ARRAY[true, false],
            ARRAY[true, false],
            'quarantined',
            null,
            'resource.quarantined'
          ),
          (
            'consume',
            false,
            ARRAY[false],
            ARRAY[true, false],
            ARRAY[true, false],
            'decommissioned',
            null,
            'resource.decommissioned'
          ),
          (
            'return',
            true,
            ARRAY[true, false],
            ARRAY[true],
            ARRAY[true, false],
            'available',
            null,
            'resource.made_available'
          ),
          (
            'return',
            true,
            ARRAY[true, false],
            ARRAY[false],
            ARRAY[true, false],
            'suspended',
            null,
            'resource.suspended'
          ),
          (
            'release',
            true,
            ARRAY[true, false],
            ARRAY[true],
            ARRAY[true, false],
            'available',
            null,
            'resource.made_available'
          ),
          (
            'release',
            true,
            ARRAY[true, false],
            ARRAY[false],
            ARRAY[true, false],
            'suspended',
            null,
            'resource.suspended'
          ),
          (
            'port-out',
            true,
            ARRAY[true, false],
            ARRAY[true],
            ARRAY[true, false],
            'available',
            null,
            'resource.made_available'
          ),
          (
            'port-out',
            true,
            ARRAY[true, false],
            ARRAY[false],
            ARRAY[true, false],
            'suspended',
            null,
            'resource.suspended'
          ),
          (
            'suspend',
            true,
            ARRAY[true, false],
            ARRAY[true, false],
            ARRAY[true, false],
            'suspended',
            null,
            'resource.suspended'
          )
      ) AS rule ("move", "is_claimed", "reusable", "is_ours", "line_is_blocked", "becomes", "suspended_by", "event") ON rule.move = h.move
      AND rule.is_claimed = h.is_claimed
      AND h.reusable = ANY (rule.reusable)
      AND h.is_ours = ANY (rule.is_ours)
      AND (h.status = 'BLOCKED') = ANY (rule.line_is_blocked)
    WHERE
      h.is_claimed
      OR EXISTS (
        SELECT
        FROM
          claim_locked c
        WHERE
          c.is_claimed
          AND c.order_id = h.order_id
          AND c.type = h.type
      )
  ),
  claims AS (
    UPDATE resource_state s
    SET
      status = h.becomes,
      reservation_id = NULL,
      reserved_at = NULL,
      line_id = CASE
        WHEN h.is_claimed
        AND h.move = 'consume' THEN h."lineId"
      END,
      suspended_by = h.suspended_by,
      group_id = CASE
        WHEN h.is_claimed THEN s.group_id
      END,
      quarantined_at = CASE
        WHEN h.becomes = 'quarantined' THEN now()
      END,
      quarantine_ends_at = CASE
        WHEN h.becomes = 'quarantined' THEN now() + h.quarantine
      END,
      updated_at = now()
    FROM
      claim_moves h
    WHERE
      s.resource_id = ANY (
        ARRAY(
          SELECT
            resource_id
          FROM
            claim_moves
        )
      )
      AND s.resource_id = h.resource_id
    RETURNING
      s.resource_id,
      s.broker_id,
      s.status,
      h.was,
      h.is_claimed,
      h.move,
      h.event,
      h.order_id,
      h."lineId",
      h.holder_id,
      h."keyId"
  ),
  claim_group AS (
    SELECT
      group_id,
      order_id
    FROM
      claim_moves
    WHERE
      NOT is_claimed
      AND group_id IS NOT NULL
  ),
  claim_remaining AS (
    SELECT
      m.resource_id,
      g.order_id,
      count(*) FILTER (
        WHERE
          m.status <> 'decommissioned'
      ) OVER (
        PARTITION BY
          m.group_id
      ) AS others
    FROM
      resource_state m
      JOIN claim_group g USING (group_id)
    WHERE
      m.group_id = ANY (
        ARRAY(
          SELECT
            group_id
          FROM
            claim_group
        )
      )
      AND m.resource_id <> ALL (
        ARRAY(
          SELECT
            resource_id
          FROM
            claim_moves
        )
      )
  ),
  claim_alone AS (
    UPDATE resource_state s
    SET
      group_id = NULL,
      updated_at = now()
    FROM
      claim_remaining l
    WHERE
      s.resource_id = ANY (
        ARRAY(
          SELECT
            resource_id
          FROM
            claim_remaining
          WHERE
            others < 2
        )
      )
      AND s.resource_id = l.resource_id
    RETURNING
      s.resource_id,
      s.broker_id,
      l.order_id
  ),
  claim_allocations_ended AS (
    UPDATE allocation a
    SET
      held_to = clock_timestamp()
    FROM
      claims c
    WHERE
      NOT c.is_claimed
      AND a.resource_id = c.resource_id
      AND a.held_to IS NULL
  ),
  claim_allocations AS (
    INSERT INTO
      allocation (resource_id, broker_id, holder_id, line_id, held_from)
    SELECT
      resource_id,
      broker_id,
      holder_id,
      "lineId",
      clock_timestamp()
    FROM
      claims
    WHERE
      is_claimed
      AND
    move = 'consume'
  ),
  claim_events AS (
    INSERT INTO
      event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, key_id, details)
    SELECT
      broker_id,
      event,
      'resource',
      resource_id,
      was,
      status,
      order_id,
      "keyId",
      jsonb_build_object('lineId', "lineId")
    FROM
      claims
    UNION ALL
    SELECT
      broker_id,
      'resource.changed',
      'resource',
      resource_id,
      NULL,
      NULL,
      order_id,
      NULL,
      '{"changed":["associatedResourceIds"]}'
    FROM
      claim_alone
  ),
  claimed_identifiers AS (
    SELECT
      "lineId",
      max(external_code) FILTER (
        WHERE
          type = 'MSISDN'
      ) AS msisdn,
      max(external_code) FILTER (
        WHERE
          type = 'SIM'
      ) AS iccid,
      max(attributes ->> 'imsi') FILTER (
        WHERE
          type = 'SIM'
      ) AS imsi
    FROM
      claim_moves
    WHERE
      is_claimed
      AND
    move = 'consume'
    GROUP BY
      "lineId"
  ),
  claim_lines AS (
    UPDATE line l
    SET
      msisdn = coalesce(c.msisdn, l.msisdn),
      iccid = coalesce(c.iccid, l.iccid),
      imsi = coalesce(c.imsi, l.imsi),
      updated_at = now()
    FROM
      claimed_identifiers c
    WHERE
      l.id = c."lineId"
      AND (l.msisdn, l.iccid, l.imsi) IS DISTINCT FROM (coalesce(c.msisdn, l.msisdn), coalesce(c.iccid, l.iccid), coalesce(c.imsi, l.imsi))
  ),
  drifts_wanted AS (
    SELECT
      w."lineId",
      w."keyId",
      m.id AS order_id
    FROM
      (
        SELECT
          *
        FROM
          json_to_recordset($7::json) AS bulk ("entry" int, "lineId" uuid, "keyId" uuid)
      ) w
      JOIN moved m USING (entry)
  ),
  drifts_closed AS (
    UPDATE drift d
    SET
      status = 'REPAIRED',
      order_id = w.order_id,
      closed_at = now(),
      updated_at = now()
    FROM
      drifts_wanted w
    WHERE
      d.line_id = w."lineId"
      AND d.status IN ('OPEN', 'ACCEPTED')
    RETURNING
      d.id,
      d.broker_id,
      d.kind,
      d.line_id,
      d.order_id,
      d.accepted_by,
      w."keyId"
  ),
  checks_due AS (
    UPDATE line_check c
    SET
      due_at = now(),
      claim_id = NULL,
      suspected = NULL
    FROM
      drifts_wanted w
    WHERE
      c.line_id = w."lineId"
  ),
  drift_events AS (
    INSERT INTO
      event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, key_id, details)
    SELECT
      broker_id,
      'drift.repaired',
      'drift',
      id,
      CASE
        WHEN accepted_by IS NULL THEN 'OPEN'
        ELSE 'ACCEPTED'
      END,
      'REPAIRED',
      order_id,
      "keyId",
      jsonb_build_object('lineId', line_id, 'kind', kind)
    FROM
      drifts_closed
  ),
  holder_changes AS (
    SELECT
      w."lineId",
      w."holderId",
      w."subscriptionId",
      w."keyId",
      m.id AS order_id
    FROM
      (
        SELECT
          *
        FROM
          json_to_recordset($8::json) AS bulk ("entry" int, "lineId" uuid, "holderId" uuid, "subscriptionId" uuid, "keyId" uuid)
      ) w
      JOIN moved m USING (entry)
  ),
  holder_wanted AS (
    SELECT
      w.*,
      l.holder_id AS former_holder_id,
      l.subscription_id AS former_subscription_id
    FROM
      line l
      JOIN holder_changes w ON w."lineId" = l.id
    WHERE
      l.id = ANY (
        ARRAY(
          SELECT
            "lineId"
          FROM
            holder_changes
        )
      )
  ),
  holder_subscriptions AS (
    SELECT
      s.id
    FROM
      subscription s
    WHERE
      s.id = ANY (
        ARRAY(
          SELECT
            "subscriptionId"
          FROM
            holder_wanted
          UNION ALL
          SELECT
            former_subscription_id
          FROM
            holder_wanted
        )
      )
    ORDER BY
      s.id
    FOR KEY SHARE
  ),
  holder_accounts AS (
    UPDATE usage_account a
    SET
      former_holder_id = w.former_holder_id,
      held = a.held - tstzmultirange (tstzrange (now(), NULL)),
      updated_at = now()
    FROM
      holder_wanted w
    WHERE
      a.line_id = ANY (
        ARRAY(
          SELECT
            "lineId"
          FROM
            holder_wanted
        )
      )
      AND a.line_id = w."lineId"
      AND a.former_holder_id IS NULL
      AND (
        SELECT
          count(*)
        FROM
          holder_subscriptions
      ) >= 0
    RETURNING
      a.id
  ),
  holder_resources AS (
    SELECT
      s.resource_id,
      s.broker_id,
      w."lineId",
      w."holderId",
      w."keyId",
      w.order_id
    FROM
      resource_state s
      JOIN holder_wanted w ON w."lineId" = s.line_id
    WHERE
      s.line_id = ANY (
        ARRAY(
          SELECT
            "lineId"
          FROM
            holder_wanted
        )
      )
    ORDER BY
      s.resource_id
    FOR UPDATE OF
      s
  ),
  holder_allocations_ended AS (
    UPDATE allocation a
    SET
      held_to = greatest(now(), a.held_from)
    FROM
      holder_resources r
    WHERE
      a.resource_id = r.resource_id
      AND a.held_to IS NULL
    RETURNING
      a.resource_id,
      a.held_to
  ),
  holder_allocations AS (
    INSERT INTO
      allocation (resource_id, broker_id, holder_id, line_id, held_from)
    SELECT
      r.resource_id,
      r.broker_id,
      r."holderId",
      r."lineId",
      e.held_to
    FROM
      holder_resources r
      JOIN holder_allocations_ended e USING (resource_id)
  ),
  holder_resource_events AS (
    INSERT INTO
      event (broker_id, type, resource_type, resource_id, order_id, key_id, details)
    SELECT
      broker_id,
      'resource.holder_changed',
      'resource',
      resource_id,
      order_id,
      "keyId",
      jsonb_build_object('lineId', "lineId")
    FROM
      holder_resources
  ),
  holder_lines AS (
    UPDATE line l
    SET
      holder_id = w."holderId",
      subscription_id = w."subscriptionId",
      updated_at = now()
    FROM
      holder_wanted w
    WHERE
      l.id = ANY (
        ARRAY(
          SELECT
            "lineId"
          FROM
            holder_wanted
        )
      )
      AND l.id = w."lineId"
      AND (
        SELECT
          count(*)
        FROM
          holder_accounts
      ) >= 0
  ),
  attempts AS (
    INSERT INTO
      order_attempt AS existing (order_id, position, kind, attempt, outcome, workers_lost, error, system_text, started_at, ended_at)
    SELECT
      m.id,
      a.position,
      a.kind,
      a.attempt,
      a.outcome,
      (a.outcome = 'lost')::int,
      nullif(a.error, 'null'::jsonb),
      a."systemText",
      CASE a.kind
        WHEN 'execute' THEN coalesce(s.started_at, now())
        ELSE now()
      END,
      CASE
        WHEN a.outcome <> 'running' THEN now()
      END
    FROM
      (
        SELECT
          *
        FROM
          json_to_recordset($9::json) AS bulk (
            "entry" int,
            "position" int,
            "kind" text,
            "attempt" int,
            "outcome" text,
            "error" jsonb,
            "systemText" text
          )
      ) a
      JOIN moved m USING (entry)
      JOIN order_step s ON s.order_id = m.id
      AND s.position = a.position
    WHERE
      s.order_id = ANY (
        ARRAY(
          SELECT
            order_id
          FROM
            wanted
        )
      )
    ORDER BY
      m.id,
      a.position,
      a.kind,
      a.attempt
    ON CONFLICT (order_id, position, kind, attempt) DO UPDATE
    SET
      outcome = excluded.outcome,
      workers_lost = existing.workers_lost + (
        excluded.outcome = 'lost'
        OR (
          excluded.outcome = 'running'
          AND existing.outcome <> 'unavailable'
        )
      )::int,
      error = excluded.error,
      system_text = excluded.system_text,
      ended_at = excluded.ended_at
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
          json_to_recordset($10::json) AS bulk (
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
              steps
          )
        ) = cardinality(
          ARRAY(
            SELECT
              1
            FROM
              step_wanted
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
