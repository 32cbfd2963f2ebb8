-- The names become those of the field. No other program may run meanwhile: one of the release before finds neither columns nor functions.


ALTER FUNCTION refuse_change() RENAME TO refuse_event_change;

ALTER TRIGGER "event_only_ever_added" ON "event" RENAME TO "event_is_append_only";

-- It lets the next migration change the types of old events, and refuses that again after it.
CREATE OR REPLACE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('linework.renames_event_types', true) = 'on' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'rows of % are append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'append_only';
END $$;
