-- By hand: the counts of the bulk operations that had ended before, as their orders are now. Their status stays what it was.

UPDATE "bulk_operation" b SET counts = (
  SELECT coalesce(jsonb_object_agg(outcome, items), '{}') FROM (
    SELECT outcome, count(*) AS items FROM (
      SELECT CASE
        WHEN i.problem IS NOT NULL THEN 'REFUSED'
        WHEN i.order_id IS NULL THEN 'CANCELLED'
        WHEN o.status IN ('COMPLETED', 'CANCELLED') THEN o.status
        ELSE 'FAILED' END AS outcome
      FROM "bulk_item" i LEFT JOIN LATERAL (SELECT status FROM "orders" WHERE id = i.order_id OFFSET 0) o ON true
      WHERE i.bulk_id = b.id
    ) AS item GROUP BY outcome
  ) AS counted
) WHERE b.finished_at IS NOT NULL AND b.counts IS NULL;
