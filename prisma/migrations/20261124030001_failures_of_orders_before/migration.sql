-- By hand: what stopped the orders that had failed before.

INSERT INTO "order_failure" (order_id, step, error_code)
SELECT o.id, coalesce(o.type || '.' || failed.code, 'none'), coalesce(left(failed.error ->> 'code', 200), 'poison')
FROM "orders" o LEFT JOIN LATERAL (
  SELECT s.code, s.error FROM "order_step" s
  WHERE s.order_id = o.id AND s.status IN ('FAILED', 'ROLLBACK_FAILED')
  ORDER BY s.status = 'ROLLBACK_FAILED' DESC, s.position DESC LIMIT 1
) AS failed ON true
WHERE o.status IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED')
ON CONFLICT (order_id) DO NOTHING;
