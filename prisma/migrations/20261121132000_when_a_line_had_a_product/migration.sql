-- When a line had the product, from an instant on or to another; unbounded while it has it.
ALTER TABLE "usage_account" ADD COLUMN "held" tstzmultirange NOT NULL DEFAULT '{}';

-- What a line has now: the products of its subscription that the cycle under way includes, and since when. Usage reads it here.
CREATE OR REPLACE VIEW "line_product" AS
  SELECT l.id AS line_id, l.broker_id, s.id AS subscription_id, p.id AS subscription_product_id, p.product_id, p.content AS product,
    s.cycle, s.cycle_from, s.cycle_until, p.from_cycle, p.added_at, p.removed_at,
    -- Days are given whole: what came on a day counts from its first instant.
    greatest((greatest(l.created_at, s.activated_at, p.added_at) AT TIME ZONE 'America/Sao_Paulo')::date,
      CASE WHEN p.from_cycle = s.cycle THEN s.cycle_from END)::timestamp AT TIME ZONE 'America/Sao_Paulo' AS since
  FROM line l
  JOIN subscription s ON s.id = l.subscription_id AND s.status = 'ACTIVE'
  JOIN subscription_product p ON p.subscription_id = s.id AND p.from_cycle <= s.cycle AND coalesce(p.until_cycle > s.cycle, true)
  WHERE l.status <> 'TERMINATED';

-- What stands open already: of what has ended, the recurring allowance ends with it.
WITH life AS (
  SELECT a.id, a.line_id, a.subscription_product_id, s.id AS subscription_id, p.content ->> 'recurrence' AS recurrence,
    greatest((greatest(l.created_at, s.activated_at, p.added_at) AT TIME ZONE 'America/Sao_Paulo')::date,
      CASE WHEN p.from_cycle = s.cycle THEN s.cycle_from END)::timestamp AT TIME ZONE 'America/Sao_Paulo' AS since,
    least(s.ended_at, p.removed_at, now()) AS until
  FROM usage_account a JOIN line l ON l.id = a.line_id
  JOIN subscription_product p ON p.id = a.subscription_product_id JOIN subscription s ON s.id = p.subscription_id
), noted AS (
  UPDATE usage_account a SET held = tstzmultirange(tstzrange(life.since,
    CASE WHEN h.line_id IS NULL OR h.removed_at IS NOT NULL THEN greatest(life.since, life.until) END))
  FROM life LEFT JOIN line_product h ON h.line_id = life.line_id AND h.subscription_product_id = life.subscription_product_id
  WHERE a.id = life.id
)
UPDATE usage_credit c SET due_at = greatest(life.until, c.starts_at + interval '1 ms') FROM life JOIN subscription s ON s.id = life.subscription_id
WHERE c.account_id = life.id AND c.kind = 'RECURRING' AND c.subscription_id = s.id AND s.ended_at IS NOT NULL AND life.recurrence = 'RECURRING' AND c.due_at > life.until;
