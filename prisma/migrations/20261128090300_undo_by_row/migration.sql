-- squawk-ignore-file require-concurrent-index-creation
-- The programs of 1.0.0 stop before the migrations (docs/guides/upgrading-to-1.1.md).
-- An undo passes over each row once. It keeps the last one, so that the next batch does not search from the start.
ALTER TABLE "move_in"
    ADD COLUMN "undo_kind" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "undo_row" INTEGER NOT NULL DEFAULT 0;

-- What a holder has had, and the subscriptions that a line has been in: for the past, for all that is kept of a person,
-- and for the foreign keys when a record is taken back. Without them each question reads the whole table.
CREATE INDEX "allocation_holder_id_idx" ON "allocation" ("holder_id");
CREATE INDEX "subscription_line_line_id_joined_at_idx" ON "subscription_line" ("line_id", "joined_at");
CREATE INDEX "subscription_charge_subscription_id_idx" ON "subscription_charge" ("subscription_id");

-- An adoption fills empty tables with a hundred thousand rows, and an undo empties them. Without figures the planner
-- reads a whole table for each row of a batch, also in the checks of foreign keys. Autovacuum counts too late for that.
-- With the rights of the owner, so that the role of the programs may do it.
CREATE FUNCTION analyze_changed_tables(names text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  changed regclass;
BEGIN
  FOR changed IN
    SELECT s.relid::regclass
    FROM pg_stat_user_tables s
    JOIN pg_class c ON c.oid = s.relid
    WHERE s.schemaname = 'public'
      AND s.relname = ANY(names)
      AND s.n_mod_since_analyze > 500 + greatest(c.reltuples, 0) / 2
  LOOP
    EXECUTE format('ANALYZE %s', changed);
  END LOOP;
END
$$;
