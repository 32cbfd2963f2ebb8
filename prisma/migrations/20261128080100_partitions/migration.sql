-- squawk-ignore-file constraint-missing-not-valid, renaming-table, ban-drop-table
-- Usage records: each day of use is a partition, which is dropped when its records would be rejected as too old.

ALTER TABLE "usage_record" RENAME TO "unpartitioned_usage_record";
ALTER INDEX "usage_record_pkey" RENAME TO "unpartitioned_usage_record_pkey";

CREATE TABLE "usage_record" (
    "broker_id" UUID NOT NULL,
    "record_id" TEXT NOT NULL,
    "line_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "product_id" UUID,
    "amount" BIGINT NOT NULL,
    "counted" BIGINT NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "day" DATE NOT NULL,
    CONSTRAINT "usage_record_pkey" PRIMARY KEY ("broker_id","record_id","day"),
    CONSTRAINT "counted_within_amount" CHECK (counted BETWEEN 0 AND amount),
    CONSTRAINT "day_is_of_used_at" CHECK (day = (used_at AT TIME ZONE 'UTC')::date)
) PARTITION BY RANGE ("day");

-- A record in it has no partition of its own. make_usage_partitions moves it into one; linework_default_partition_rows
-- and a warning tell of it.
CREATE TABLE "usage_record_default" PARTITION OF "usage_record" DEFAULT;

-- What was used before the partitions is in one, which is dropped 91 days later.
DO $$
BEGIN
  EXECUTE format('CREATE TABLE "usage_record_before" PARTITION OF "usage_record" FOR VALUES FROM (MINVALUE) TO (%L)',
    (now() AT TIME ZONE 'UTC')::date);
END
$$;

-- The upper bounds of the partitions that have one.
CREATE FUNCTION usage_partitions() RETURNS TABLE (name text, until date)
LANGUAGE sql STABLE SET search_path = public, pg_temp SET datestyle = 'ISO'
AS $$
  SELECT c.relname::text, (substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([0-9-]+)''\)'))::date
  FROM pg_inherits i
  JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'usage_record'::regclass AND c.relname <> 'usage_record_default'
$$;

-- Makes the partitions up to the day after tomorrow, and moves records of their days out of the default partition.
-- The programs may not change tables, so the owner's rights do it. Other sessions wait for half a second at most.
CREATE FUNCTION make_usage_partitions() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms'
AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
  of_day date;
  partition text;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('usage_partitions', 0));
  SELECT greatest(max(until), today - 92) INTO of_day FROM usage_partitions();
  WHILE of_day <= today + 2 LOOP
    partition := 'usage_record_' || to_char(of_day, 'YYYYMMDD');
    EXECUTE format('CREATE TABLE %I (LIKE usage_record INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', partition);
    LOCK TABLE usage_record_default IN ACCESS EXCLUSIVE MODE;
    EXECUTE format('WITH moved AS (DELETE FROM usage_record_default WHERE day = %L RETURNING *)
      INSERT INTO %I
      SELECT *
      FROM moved', of_day, partition);
    EXECUTE format('ALTER TABLE usage_record ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
      partition, of_day, of_day + 1);
    of_day := of_day + 1;
    made := made + 1;
  END LOOP;
  RETURN made;
END
$$;

-- Drops the partitions whose last day is before a day.
CREATE FUNCTION drop_usage_partitions(before date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms'
AS $$
DECLARE
  partition text;
  dropped integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('usage_partitions', 0));
  -- Nobody drops what can still be sent again.
  IF before > (now() AT TIME ZONE 'UTC')::date - 91 THEN
    RAISE EXCEPTION 'usage records are kept for 91 days';
  END IF;
  FOR partition IN SELECT name FROM usage_partitions() WHERE until <= before ORDER BY until LOOP
    EXECUTE format('DROP TABLE %I', partition);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END
$$;

SELECT make_usage_partitions();

INSERT INTO "usage_record" ("broker_id", "record_id", "line_id", "type", "product_id", "amount", "counted", "used_at",
  "created_at", "day")
SELECT "broker_id", "record_id", "line_id", "type", "product_id", "amount", "counted", "used_at", "created_at",
  ("used_at" AT TIME ZONE 'UTC')::date
FROM "unpartitioned_usage_record";

DROP TABLE "unpartitioned_usage_record";

-- Events: 50,000,000 numbers are a partition. The table of before is the first one and is not copied: it is read once,
-- to check its numbers.

ALTER TABLE "event" RENAME TO "event_first";
ALTER TABLE "event_first" RENAME CONSTRAINT "event_pkey" TO "event_first_pkey";
ALTER INDEX "event_resource_id_seq_idx" RENAME TO "event_first_resource_id_seq_idx";
ALTER INDEX "events_by_key" RENAME TO "events_by_key_first";
ALTER INDEX "event_id_of_earlier" RENAME TO "event_id_of_earlier_first";
DROP TRIGGER "event_has_short_values" ON "event_first";
DROP TRIGGER "event_is_append_only" ON "event_first";

CREATE TABLE "event" (
    LIKE "event_first" INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    CONSTRAINT "event_pkey" PRIMARY KEY ("seq")
) PARTITION BY RANGE ("seq");
ALTER SEQUENCE "event_seq_seq" OWNED BY "event"."seq";
CREATE INDEX "event_resource_id_seq_idx" ON "event" ("resource_id", "seq");
CREATE INDEX "events_by_key" ON "event" ("key_id", "at", "seq") WHERE key_id IS NOT NULL;
CREATE INDEX "event_id_of_earlier" ON "event" ("id") WHERE (get_byte(uuid_send(id), 6) >> 4) = 4;
CREATE TRIGGER "event_is_append_only" BEFORE DELETE OR UPDATE ON "event"
  FOR EACH ROW EXECUTE FUNCTION refuse_event_change();
CREATE TRIGGER "event_has_short_values" BEFORE INSERT ON "event"
  FOR EACH ROW WHEN (pg_column_size(NEW.details) > 1000 AND jsonb_typeof(NEW.details) = 'object')
  EXECUTE FUNCTION digest_long_details();

CREATE FUNCTION event_partitions() RETURNS TABLE (name text, until bigint)
LANGUAGE sql STABLE SET search_path = public, pg_temp
AS $$
  SELECT c.relname::text, (substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''?([0-9]+)''?\)'))::bigint
  FROM pg_inherits i
  JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'event'::regclass AND c.relname <> 'event_default'
$$;

DO $$
DECLARE
  size bigint := 50000000;
  until bigint;
BEGIN
  SELECT (coalesce(max(seq), 0) / size + 1) * size INTO until FROM "event_first";
  EXECUTE format('ALTER TABLE "event" ATTACH PARTITION "event_first" FOR VALUES FROM (MINVALUE) TO (%s)', until);
END
$$;
CREATE TABLE "event_default" PARTITION OF "event" DEFAULT;

-- Makes the partitions of the next 100,000,000 numbers. Nothing moves events out of the default partition: they are
-- only appended.
CREATE FUNCTION make_event_partitions() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms'
AS $$
DECLARE
  size bigint := 50000000;
  newest bigint;
  start bigint;
  partition text;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('event_partitions', 0));
  SELECT last_value INTO newest FROM event_seq_seq;
  SELECT max(until) INTO start FROM event_partitions();
  WHILE start <= newest + 2 * size LOOP
    partition := 'event_' || start / size;
    EXECUTE format('CREATE TABLE %I (LIKE event INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', partition);
    EXECUTE format('ALTER TABLE event ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', partition, start,
      start + size);
    start := start + size;
    made := made + 1;
  END LOOP;
  RETURN made;
END
$$;

SELECT make_event_partitions();

-- The planner's figures of the whole tables, which autovacuum does not collect. Before PostgreSQL 18 that would read
-- all partitions again, so there the planner has only those of each partition.
CREATE FUNCTION analyze_partitioned_tables() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF current_setting('server_version_num')::int >= 180000 THEN
    EXECUTE 'ANALYZE ONLY usage_record, ONLY event';
  END IF;
END
$$;
