-- squawk-ignore-file require-concurrent-index-creation, constraint-missing-not-valid, adding-foreign-key-constraint
-- A legal hold: what is kept of a holder, or of a whole broker, is not erased until the hold is lifted.
CREATE TABLE "legal_hold" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "customer_id" UUID,
    "reason" TEXT NOT NULL,
    "placed_by" TEXT NOT NULL,
    "key_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lifted_at" TIMESTAMPTZ(3),
    "lifted_by_id" UUID,
    "lift_reason" TEXT,
    "released_at" TIMESTAMPTZ(3),
    CONSTRAINT "legal_hold_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "legal_hold_is_placed_by" CHECK (placed_by IN ('operator', 'broker')),
    CONSTRAINT "legal_hold_is_lifted_by_somebody" CHECK (num_nonnulls(lifted_at, lifted_by_id, lift_reason) IN (0, 3)),
    CONSTRAINT "legal_hold_is_lifted_before_its_release" CHECK (released_at IS NULL OR lifted_at IS NOT NULL),
    CONSTRAINT "legal_hold_broker_id_fkey" FOREIGN KEY ("broker_id")
        REFERENCES "broker" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "legal_hold_broker_id_created_at_id_idx" ON "legal_hold" ("broker_id", "created_at", "id");
CREATE INDEX "legal_hold_created_at_id_idx" ON "legal_hold" ("created_at", "id");
CREATE INDEX "legal_hold_customer_id_idx" ON "legal_hold" ("customer_id");
CREATE INDEX "legal_holds_in_force" ON "legal_hold" ("broker_id", "customer_id") WHERE lifted_at IS NULL;
CREATE INDEX "legal_holds_to_release" ON "legal_hold" ("lifted_at")
  WHERE lifted_at IS NOT NULL AND released_at IS NULL;

-- What its table no longer keeps and a hold does: the row as it was, until no hold is on it.
CREATE TABLE "held_record" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "table_name" TEXT NOT NULL,
    "broker_id" UUID NOT NULL,
    "record_id" UUID,
    "content" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "held_record_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "held_record_broker_id_record_id_idx" ON "held_record" ("broker_id", "record_id");

-- Whoever erases takes this lock shared and then asks for holds; whoever places one takes it exclusive. So a hold that
-- is in force when its request ends has missed no erasure. It comes before the locks of rows.
CREATE FUNCTION wait_for_new_legal_holds() RETURNS void LANGUAGE sql
AS $$ SELECT pg_advisory_xact_lock_shared(hashtextextended('legal_hold', 0)) $$;
CREATE FUNCTION wait_for_erasures() RETURNS void LANGUAGE sql
AS $$ SELECT pg_advisory_xact_lock(hashtextextended('legal_hold', 0)) $$;

-- Whether a record is the holder, or one that the holder has or had. The id of a number or a SIM is none of a holder.
CREATE FUNCTION is_of_holder(record uuid, holder uuid) RETURNS boolean LANGUAGE sql STABLE
AS $$
  SELECT record = holder
    OR EXISTS (SELECT FROM line WHERE id = record AND holder_id = holder)
    OR EXISTS (SELECT FROM allocation WHERE line_id = record AND holder_id = holder)
    OR EXISTS (SELECT FROM orders o JOIN line l ON l.id = o.line_id WHERE o.id = record AND l.holder_id = holder)
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
    OR EXISTS (SELECT FROM port_out p JOIN line l ON l.id = p.line_id WHERE p.id = record AND l.holder_id = holder)
$$;

-- Whether a hold that is in force is on a record of a broker.
CREATE FUNCTION is_under_legal_hold(broker uuid, record uuid) RETURNS boolean LANGUAGE sql STABLE
AS $$
  SELECT EXISTS (
    SELECT
    FROM legal_hold h
    WHERE h.broker_id = broker AND h.lifted_at IS NULL
      AND (h.customer_id IS NULL OR is_of_holder(record, h.customer_id)))
$$;

-- A hold says for ever who placed it, on what and why. It is lifted once.
CREATE FUNCTION "keep_legal_hold"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.released_at IS NULL
    AND (OLD.id, OLD.broker_id, OLD.customer_id, OLD.reason, OLD.placed_by, OLD.key_id, OLD.created_at)
      IS NOT DISTINCT FROM
      (NEW.id, NEW.broker_id, NEW.customer_id, NEW.reason, NEW.placed_by, NEW.key_id, NEW.created_at)
    AND (OLD.lifted_at IS NULL
      OR (OLD.lifted_at, OLD.lifted_by_id, OLD.lift_reason) IS NOT DISTINCT FROM
        (NEW.lifted_at, NEW.lifted_by_id, NEW.lift_reason))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'legal hold % stays as it is', OLD.id
    USING ERRCODE = 'check_violation', CONSTRAINT = 'legal_holds_stay', TABLE = 'legal_hold';
END
$$;
CREATE TRIGGER "legal_hold_stays" BEFORE UPDATE OR DELETE ON "legal_hold"
  FOR EACH ROW EXECUTE FUNCTION "keep_legal_hold"();

-- No foreign key to the holder: a hold that is lifted stays when a move-in takes its holder back.
CREATE FUNCTION "begin_legal_hold"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM wait_for_erasures();
  PERFORM FROM holder WHERE id = NEW.customer_id AND broker_id = NEW.broker_id AND anonymised_at IS NULL FOR KEY SHARE;
  IF NEW.customer_id IS NOT NULL AND NOT FOUND THEN
    RAISE EXCEPTION 'broker % has no holder % with personal data', NEW.broker_id, NEW.customer_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'legal_hold_is_on_a_holder', TABLE = 'legal_hold';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER "legal_hold_begins" BEFORE INSERT ON "legal_hold"
  FOR EACH ROW EXECUTE FUNCTION "begin_legal_hold"();

CREATE FUNCTION "keep_held_holder"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM wait_for_new_legal_holds();
  IF is_under_legal_hold(OLD.broker_id, OLD.id) THEN
    RAISE EXCEPTION 'holder % is under a legal hold', OLD.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'held_holders_stay', TABLE = 'holder';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE TRIGGER "held_holder_is_not_deleted" BEFORE DELETE ON "holder"
  FOR EACH ROW EXECUTE FUNCTION "keep_held_holder"();
CREATE TRIGGER "held_holder_is_not_anonymised" BEFORE UPDATE OF anonymised_at ON "holder" FOR EACH ROW
  WHEN (OLD.anonymised_at IS NULL AND NEW.anonymised_at IS NOT NULL)
  EXECUTE FUNCTION "keep_held_holder"();

-- A record that ends to be held leaves only when no hold is on it.
CREATE FUNCTION "keep_held_record"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM wait_for_new_legal_holds();
  IF EXISTS (SELECT FROM gone WHERE is_under_legal_hold(gone.broker_id, gone.record_id)) THEN
    RAISE EXCEPTION 'a record is under a legal hold'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'held_records_stay', TABLE = 'held_record';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "held_record_stays" AFTER DELETE ON "held_record" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_held_record"();

-- Copies the usage records of a partition that are under a hold.
CREATE FUNCTION keep_held_usage_records(partition text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  IF EXISTS (SELECT FROM legal_hold WHERE lifted_at IS NULL) THEN
    EXECUTE format('INSERT INTO held_record (table_name, broker_id, record_id, content)
      SELECT ''usage_record'', u.broker_id, u.line_id, to_jsonb(u)
      FROM %I u
      WHERE u.broker_id IN (SELECT broker_id FROM legal_hold WHERE lifted_at IS NULL)
        AND is_under_legal_hold(u.broker_id, u.line_id)', partition);
  END IF;
END
$$;

-- Drops the partitions whose last day is before a day. Records under a hold stay in held_record. They are copied
-- before the first partition goes, because from then on other sessions wait.
CREATE OR REPLACE FUNCTION drop_usage_partitions(before date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms'
AS $$
DECLARE
  partition text;
  partitions text[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('usage_partitions', 0));
  -- Nobody drops what can still be sent again.
  IF before > (now() AT TIME ZONE 'UTC')::date - 91 THEN
    RAISE EXCEPTION 'usage records are kept for 91 days';
  END IF;
  PERFORM wait_for_new_legal_holds();
  partitions := ARRAY(SELECT name FROM usage_partitions() WHERE until <= before ORDER BY until);
  FOREACH partition IN ARRAY partitions LOOP
    PERFORM keep_held_usage_records(partition);
  END LOOP;
  FOREACH partition IN ARRAY partitions LOOP
    EXECUTE format('DROP TABLE %I', partition);
  END LOOP;
  RETURN cardinality(partitions);
END
$$;
