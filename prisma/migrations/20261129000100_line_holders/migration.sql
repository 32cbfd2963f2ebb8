-- squawk-ignore-file require-concurrent-index-creation, require-concurrent-index-deletion, constraint-missing-not-valid
-- squawk-ignore-file adding-foreign-key-constraint, adding-serial-primary-key-field
-- A line may go to another holder. What was before belongs to the one who had it then.

-- Written by the database, so that no change of the holder is missed. A line that has always had one holder has no row.
CREATE TABLE "former_line_holder" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "line_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "holder_id" UUID NOT NULL,
    -- Null for the first holder.
    "held_from" TIMESTAMPTZ(3),
    "held_to" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "former_line_holder_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "held_to_is_not_before_held_from" CHECK (held_to >= held_from),
    CONSTRAINT "former_line_holder_line_id_broker_id_fkey" FOREIGN KEY ("line_id", "broker_id")
        REFERENCES "line" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION,
    CONSTRAINT "former_line_holder_holder_id_broker_id_fkey" FOREIGN KEY ("holder_id", "broker_id")
        REFERENCES "holder" ("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION
);
CREATE INDEX "former_line_holder_line_id_held_to_idx" ON "former_line_holder" ("line_id", "held_to");
CREATE INDEX "former_line_holder_holder_id_idx" ON "former_line_holder" ("holder_id");

-- All holders of all lines, each with its period. It is unbounded below for the first holder and above for the last.
CREATE VIEW "line_holder" AS
  SELECT line_id, broker_id, holder_id, tstzrange(held_from, held_to) AS period
  FROM former_line_holder
  UNION ALL
  SELECT l.id, l.broker_id, l.holder_id,
    tstzrange((SELECT max(held_to) FROM former_line_holder f WHERE f.line_id = l.id), NULL)
  FROM line l;

-- A subscription that a line left with its holder may end like one whose line was deleted. A line may leave several
-- before the job comes.
ALTER TABLE "subscription_line_ended"
  DROP CONSTRAINT "subscription_line_ended_pkey",
  ADD CONSTRAINT "subscription_line_ended_pkey" PRIMARY KEY ("line_id", "subscription_id");
CREATE OR REPLACE FUNCTION record_ended_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_line_ended (line_id, subscription_id)
  VALUES (NEW.id, NEW.subscription_id)
  ON CONFLICT (line_id, subscription_id) DO NOTHING;
  RETURN NULL;
END $$;

CREATE FUNCTION record_former_line_holder() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  since timestamptz := (SELECT max(held_to) FROM former_line_holder WHERE line_id = OLD.id);
BEGIN
  INSERT INTO former_line_holder (line_id, broker_id, holder_id, held_from, held_to)
  VALUES (OLD.id, OLD.broker_id, OLD.holder_id, since, greatest(now(), since));
  -- An anonymisation locks its holder, so that one of the two sees the other.
  PERFORM FROM holder WHERE id = NEW.holder_id AND anonymised_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'an anonymised holder gets no line'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'anonymised_holder_gets_no_line', TABLE = 'line';
  END IF;
  IF OLD.subscription_id IS NOT NULL THEN
    INSERT INTO subscription_line_ended (line_id, subscription_id)
    VALUES (OLD.id, OLD.subscription_id)
    ON CONFLICT (line_id, subscription_id) DO NOTHING;
    -- A pause of the former subscription no longer unblocks the line.
    DELETE FROM paused_line WHERE subscription_id = OLD.subscription_id AND line_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER line_changes_holder AFTER UPDATE OF holder_id ON "line" FOR EACH ROW
  WHEN (OLD.holder_id <> NEW.holder_id)
  EXECUTE FUNCTION record_former_line_holder();

-- The former holder keeps the accounts of what was used, and the new one gets others, even of the same product.
ALTER TABLE "usage_account" ADD COLUMN "former_holder_id" UUID;
ALTER TABLE "usage_account" ADD CONSTRAINT "usage_account_former_holder_id_broker_id_fkey"
  FOREIGN KEY ("former_holder_id", "broker_id") REFERENCES "holder" ("id", "broker_id")
  ON DELETE RESTRICT ON UPDATE NO ACTION;
DROP INDEX "usage_account_line_id_product_id_key";
CREATE INDEX "usage_account_line_id_product_id_idx" ON "usage_account" ("line_id", "product_id");
CREATE UNIQUE INDEX "one_account_per_line_and_product" ON "usage_account" ("line_id", "product_id")
  WHERE former_holder_id IS NULL;
CREATE INDEX "accounts_of_former_holders" ON "usage_account" ("former_holder_id") WHERE former_holder_id IS NOT NULL;

-- What is left of the credits ends with it, also of one that was added while the change waited for the account.
CREATE FUNCTION end_credits_of_former_holder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE usage_credit
  SET due_at = greatest(now(), starts_at + interval '1 ms'), updated_at = now()
  WHERE account_id = NEW.id AND due_at > now();
  RETURN NULL;
END $$;
CREATE TRIGGER account_goes_to_former_holder AFTER UPDATE OF former_holder_id ON "usage_account" FOR EACH ROW
  WHEN (OLD.former_holder_id IS NULL AND NEW.former_holder_id IS NOT NULL)
  EXECUTE FUNCTION end_credits_of_former_holder();

-- Whoever opens accounts may have read the line before it went, and must read it again: the account would be open, of a
-- product of the former holder.
CREATE FUNCTION keep_account_of_present_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT
    FROM line l JOIN subscription_product p ON p.subscription_id = l.subscription_id
    WHERE l.id = NEW.line_id AND p.id = NEW.subscription_product_id
  ) THEN
    RAISE EXCEPTION 'the line left the subscription meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER account_is_of_present_subscription AFTER INSERT ON "usage_account" FOR EACH ROW
  EXECUTE FUNCTION keep_account_of_present_subscription();

-- A product counts for a holder from the instant at which the line came, even if its subscription is older.
CREATE OR REPLACE VIEW "line_product" AS
  SELECT l.id AS line_id, l.broker_id, s.id AS subscription_id, p.id AS subscription_product_id, p.product_id,
    p.content AS product,
    s.cycle, s.cycle_from, s.cycle_until, p.from_cycle, p.added_at, p.removed_at,
    -- A product that begins on a day counts from the first instant of the day.
    greatest(
      greatest((greatest(l.created_at, s.activated_at, p.added_at) AT TIME ZONE 'America/Sao_Paulo')::date,
        CASE WHEN p.from_cycle = s.cycle THEN s.cycle_from END)::timestamp AT TIME ZONE 'America/Sao_Paulo',
      (SELECT max(held_to) FROM former_line_holder f WHERE f.line_id = l.id)) AS since
  FROM line l
  JOIN subscription s ON s.id = l.subscription_id AND s.status = 'ACTIVE'
  JOIN subscription_product p ON p.subscription_id = s.id AND p.from_cycle <= s.cycle
    AND coalesce(p.until_cycle > s.cycle, true)
  WHERE l.status <> 'TERMINATED';

-- A step that changes only our records may refuse. Printed by buildGuardTriggers.
CREATE OR REPLACE FUNCTION order_step_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'PENDING' THEN becomes IN ('RUNNING', 'SUCCESS', 'FAILED', 'SKIPPED', 'ROLLING_BACK')
    WHEN 'RUNNING' THEN becomes IN ('SUCCESS', 'PENDING', 'FAILED', 'SKIPPED', 'ROLLING_BACK')
    WHEN 'SUCCESS' THEN becomes IN ('ROLLING_BACK')
    WHEN 'FAILED' THEN becomes IN ('PENDING', 'SKIPPED', 'ROLLING_BACK')
    WHEN 'ROLLING_BACK' THEN becomes IN ('ROLLED_BACK', 'ROLLBACK_FAILED')
    WHEN 'ROLLBACK_FAILED' THEN becomes IN ('ROLLING_BACK', 'ROLLED_BACK')
    ELSE false END;
END $$;

-- A hold on a former holder keeps the line too.
CREATE OR REPLACE FUNCTION is_of_holder(record uuid, holder uuid) RETURNS boolean LANGUAGE sql STABLE
AS $$
  SELECT record = holder
    OR EXISTS (SELECT FROM line_holder WHERE line_id = record AND holder_id = holder)
    OR EXISTS (SELECT FROM allocation WHERE line_id = record AND holder_id = holder)
    OR EXISTS (
      SELECT FROM orders o JOIN line_holder l ON l.line_id = o.line_id WHERE o.id = record AND l.holder_id = holder)
    OR EXISTS (SELECT FROM subscription WHERE id = record AND customer_id = holder)
    OR EXISTS (SELECT FROM invoice WHERE id = record AND customer_id = holder)
    OR EXISTS (SELECT FROM payment WHERE id = record AND customer_id = holder)
    OR EXISTS (
      SELECT
      FROM refund r
      JOIN payment p ON p.id = r.payment_id
      WHERE r.id = record AND p.customer_id = holder)
    OR EXISTS (SELECT FROM payment_method WHERE id = record AND customer_id = holder)
    OR EXISTS (SELECT FROM tax_receipt WHERE id = record AND customer_id = holder)
    OR EXISTS (SELECT FROM port_in WHERE id = record AND customer_id = holder)
    OR EXISTS (
      SELECT FROM port_out p JOIN line_holder l ON l.line_id = p.line_id WHERE p.id = record AND l.holder_id = holder)
$$;
