-- squawk-ignore-file require-concurrent-index-creation
-- The feed of events, after their types have been renamed.

CREATE OR REPLACE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are append-only', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = 'append_only';
END $$;

-- Events of 1.0.0 have random ids (version 4) that do not tell their number. New ones have version 8 and are not in
-- this index.
CREATE INDEX "event_id_of_earlier" ON "event" ("id") WHERE (get_byte(uuid_send(id), 6) >> 4) = 4;
-- The events of a key by time, for the audit. The events of jobs and workers, nine of ten, have no entry.
CREATE INDEX "events_by_key" ON "event" ("key_id", "at", "seq") WHERE key_id IS NOT NULL;

-- The positions of events in the feed. One sequencer assigns them after the transactions have committed. A row is for
-- events whose numbers follow one another. No foreign key: events are never deleted, and checking one would cost more
-- than the row.
CREATE TABLE "event_range" (
    "first_position" BIGINT NOT NULL,
    "first_seq" BIGINT NOT NULL,
    "event_count" INTEGER NOT NULL,
    CONSTRAINT "event_range_pkey" PRIMARY KEY ("first_position"),
    CONSTRAINT "positions_begin_at_1" CHECK (first_position > 0),
    CONSTRAINT "a_range_has_1_to_1000_events" CHECK (event_count BETWEEN 1 AND 1000),
    -- The index of this constraint also finds the range of an event.
    CONSTRAINT "one_position_per_event" EXCLUDE USING gist (int8range(first_seq, first_seq + event_count) WITH &&),
    CONSTRAINT "one_event_per_position"
        EXCLUDE USING gist (int8range(first_position, first_position + event_count) WITH &&)
);

-- The progress of the sequencer: one row, which it locks.
CREATE TABLE "event_sequencer" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "transaction_id" BIGINT NOT NULL,
    "newest_seq" BIGINT NOT NULL DEFAULT 0,
    "newest_position" BIGINT NOT NULL DEFAULT 0,
    "open_transactions" BIGINT[] NOT NULL DEFAULT ARRAY[]::BIGINT[],
    "open_after" BIGINT[] NOT NULL DEFAULT ARRAY[]::BIGINT[],
    CONSTRAINT "event_sequencer_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "one_sequencer" CHECK (id = 1),
    CONSTRAINT "each_open_transaction_has_its_start" CHECK (cardinality(open_transactions) = cardinality(open_after))
);
INSERT INTO "event_sequencer" (transaction_id) VALUES (pg_current_xact_id()::text::bigint);

-- An event names a change. A value of more than about 1,000 bytes is replaced by its length and its SHA-256, so that an
-- event has some kilobytes at most wherever it is stored, kept in memory or sent. A string is digested as its text, any
-- other value as its JSON.
CREATE FUNCTION digest_long_values(value jsonb) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  shortened jsonb;
  text_value text;
BEGIN
  IF pg_column_size(value) <= 1000 THEN
    RETURN value;
  END IF;
  IF jsonb_typeof(value) = 'object' THEN
    SELECT jsonb_object_agg(member.key, digest_long_values(member.value)) INTO shortened
    FROM jsonb_each(value) AS member;
    IF pg_column_size(shortened) <= 4000 THEN
      RETURN shortened;
    END IF;
  END IF;
  text_value := CASE WHEN jsonb_typeof(value) = 'string' THEN value #>> '{}' ELSE value::text END;
  RETURN jsonb_build_object(
    'length', length(text_value), 'sha256', encode(sha256(convert_to(text_value, 'UTF8')), 'hex'));
END
$$;

CREATE FUNCTION digest_long_details() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  SELECT jsonb_object_agg(member.key, digest_long_values(member.value)) INTO NEW.details
  FROM jsonb_each(NEW.details) AS member;
  RETURN NEW;
END
$$;

-- The condition is evaluated without a call, so a short event costs nothing.
CREATE TRIGGER event_has_short_values BEFORE INSERT ON "event" FOR EACH ROW
WHEN (pg_column_size(NEW.details) > 1000 AND jsonb_typeof(NEW.details) = 'object')
EXECUTE FUNCTION digest_long_details();
