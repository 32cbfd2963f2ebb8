-- Events. The old names are those of 1.0.0.

ALTER FUNCTION refuse_change() RENAME TO refuse_event_change;
ALTER TRIGGER "event_only_ever_added" ON "event" RENAME TO "event_is_append_only";

-- Events of 1.0.0 have no transaction. The default is set after the column is added, so that the table is not
-- rewritten.
ALTER TABLE "event"
  ADD COLUMN "job" TEXT,
  ADD COLUMN "transaction_id" xid8;
ALTER TABLE "event" ALTER COLUMN "transaction_id" SET DEFAULT pg_current_xact_id();

-- An event gets its number after its transaction has an id. So a transaction with an id above that of the sequencer
-- writes only numbers above those that the sequencer could see, and the sequencer need not search below them.
ALTER TABLE "event" ALTER COLUMN "seq"
  SET DEFAULT CASE WHEN pg_current_xact_id() IS NOT NULL THEN nextval('event_seq_seq'::regclass) END;

-- The first twelve digits of the id are the number, so that an event is found by its id without an index on it. The
-- last ones tell apart the events of a number that is given again after a restore. `gen_random_uuid()` asks the system
-- for random bytes, which takes three times as long.
ALTER TABLE "event" ALTER COLUMN "id" SET DEFAULT (
  lpad(to_hex(currval('event_seq_seq'::regclass)), 12, '0')
  || '80008'
  || lpad(to_hex((random() * 4503599627370496)::bigint), 15, '0'))::uuid;

-- Lets the next migration change the types of old events; the one after it rejects that again.
CREATE OR REPLACE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('linework.renames_event_types', true) = 'on' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'rows of % are append-only', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = 'append_only';
END $$;
