WITH
  wanted AS NOT MATERIALIZED (
    SELECT
      $1::int AS "entry",
      $2::uuid AS "orderId",
      $3::text AS "type",
      $4::int AS "typeVersion",
      $5::uuid AS "resourceId",
      $6::uuid AS "brokerId",
      $7::text[] AS "allowedStatuses",
      $8::text AS "pendingStatus",
      $9::text AS "statusEventType",
      $10::text AS "correlationId",
      $11::uuid AS "keyId",
      $12::text AS "job",
      $13::jsonb AS "input",
      $14::jsonb AS "metadata",
      $15::text AS "reason",
      $16::timestamptz(3) AS "notBefore",
      $17::text AS "traceParent"
  ),
  unresolved AS (
    SELECT
      o.id,
      o.resource_id
    FROM
      orders o
      JOIN wanted w ON w."resourceId" = o.resource_id
    WHERE
      o.resource_id = ANY (
        ARRAY(
          SELECT
            "resourceId"
          FROM
            wanted
        )
      )
      AND (
        w."brokerId" IS NULL
        OR o.broker_id = w."brokerId"
      )
      AND o.failed_at IS NOT NULL
      AND o.superseded_by IS NULL
    ORDER BY
      o.id
    FOR UPDATE OF
      o
  ),
  target AS (
    SELECT
      w.*,
      coalesce(w."notBefore" > now(), false) AS "isScheduled",
      r.broker_id,
      r.status,
      r AS resource
    FROM
      wanted w
      JOIN line seen ON seen.id = w."resourceId"
      AND seen.id = ANY (
        ARRAY(
          SELECT
            "resourceId"
          FROM
            wanted
        )
      )
      JOIN line r ON r.ctid = seen.ctid
      AND r.xmin = seen.xmin
    WHERE
      (
        w."brokerId" IS NULL
        OR r.broker_id = w."brokerId"
      )
      AND r.status = ANY (w."allowedStatuses")
      AND (
        SELECT
          o.id
        FROM
          orders o
        WHERE
          o.is_open
          AND o.resource_type = 'line'
          AND o.resource_id = r.id
      ) IS NULL
      AND (
        SELECT
          count(*)
        FROM
          unresolved
      ) >= 0
    ORDER BY
      r.id
    FOR UPDATE OF
      r
  ),
  moved AS (
    SELECT
      entry,
      "isScheduled",
      (resource).*
    FROM
      target
  ),
  placed AS (
    INSERT INTO
      orders (
        id,
        broker_id,
        type,
        type_version,
        status,
        resource_type,
        resource_id,
        external_code,
        correlation_id,
        input,
        metadata,
        key_id,
        job,
        previous_status,
        due_at,
        next_sweep_at,
        not_before,
        trace_parent
      )
    SELECT
      t."orderId",
      t.broker_id,
      t.type,
      t."typeVersion",
      'PENDING',
      'line',
      t."resourceId",
      coalesce((t.resource).external_code, ''),
      t."correlationId",
      t.input,
      t.metadata,
      t."keyId",
      t.job,
      t.status,
      CASE
        WHEN t."isScheduled" THEN t."notBefore"
        ELSE now() + interval '5 s'
      END,
      CASE
        WHEN t."isScheduled" THEN t."notBefore"
        ELSE now() + interval '5 s'
      END,
      CASE
        WHEN t."isScheduled" THEN t."notBefore"
      END,
      t."traceParent"
    FROM
      target t
  ),
  stepped AS (
    INSERT INTO
      order_step (order_id, position, code, action_code, status, attempt_limit, undo_attempt_limit)
    SELECT
      t."orderId",
      s.position,
      s.code,
      s.action,
      'PENDING',
      s.attempts,
      s.attempts
    FROM
      json_to_recordset($18::json) AS s (type text, "typeVersion" int, position int, code text, action text, attempts int)
      JOIN target t USING (type, "typeVersion")
  ),
  superseded AS (
    UPDATE orders o
    SET
      superseded_by = t."orderId",
      updated_at = now()
    FROM
      unresolved u
      JOIN target t ON t."resourceId" = u.resource_id
    WHERE
      o.id = u.id
    RETURNING
      o.id,
      t.entry
  ),
  events AS (
    INSERT INTO
      event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, key_id, job, details)
    SELECT
      t.broker_id,
      'order.placed',
      'order',
      t."orderId",
      NULL,
      'PENDING',
      t."orderId",
      t."keyId",
      t.job,
      CASE
        WHEN t.reason IS NULL THEN '{}'
        ELSE jsonb_build_object('reason', t.reason)
      END
    FROM
      target t
    UNION ALL
    SELECT
      t.broker_id,
      t."statusEventType",
      'line',
      t."resourceId",
      t.status,
      t."pendingStatus",
      t."orderId",
      t."keyId",
      t.job,
      CASE
        WHEN t.reason IS NULL THEN '{}'
        ELSE jsonb_build_object('reason', t.reason)
      END
    FROM
      target t
    WHERE
      t."statusEventType" IS NOT NULL
      AND NOT t."isScheduled"
    UNION ALL
    SELECT
      t.broker_id,
      'order.superseded',
      'order',
      s.id,
      NULL,
      NULL,
      t."orderId",
      t."keyId",
      t.job,
      '{}'
    FROM
      superseded s
      JOIN target t USING (entry)
  )
SELECT
  m.entry,
  m."isScheduled",
  m.id,
  m.status,
  m.broker_id AS "brokerId",
  m.msisdn,
  m.iccid,
  m.subscription_id AS "subscriptionId",
  m.external_code AS "externalCode",
  m.metadata,
  m.activated_at AS "activatedAt",
  m.terminated_at AS "terminatedAt",
  m.created_at AS "createdAt",
  m.updated_at AS "updatedAt",
  json_build_object('id', h.id, 'name', h.name, 'federalTaxId', h.federal_tax_id) AS holder
FROM
  moved m
  JOIN holder h ON h.id = m.holder_id;
