-- squawk-ignore-file constraint-missing-not-valid, renaming-column, require-concurrent-index-creation
-- squawk-ignore-file require-concurrent-index-deletion
-- Port-ins and port-outs. The old names are those of 1.0.0.

ALTER TABLE "port_in" RENAME COLUMN "told_revision" TO "acknowledged_revision";
ALTER TABLE "port_in" RENAME COLUMN "asked_at" TO "submitted_at";
ALTER TABLE "port_in" RENAME CONSTRAINT "port_in_due_while_under_way" TO "port_in_due_while_open";
ALTER TABLE "port_in" RENAME CONSTRAINT "window_of_some_length" TO "window_is_not_empty";
ALTER INDEX "one_port_in_under_way" RENAME TO "one_open_port_in_per_msisdn";
ALTER INDEX "one_port_in_per_sim" RENAME TO "one_open_port_in_per_sim";
ALTER TRIGGER "port_in_birth" ON "port_in" RENAME TO "port_in_initial_status";
ALTER TRIGGER "port_out_birth" ON "port_out" RENAME TO "port_out_initial_status";

-- A port-out that is being cancelled is still open: its partner is asked about it, and its line has no second one.
ALTER TABLE "port_out" DROP CONSTRAINT "port_out_due_while_under_way";
ALTER TABLE "port_out"
  ADD COLUMN "cancel_requested_at" TIMESTAMPTZ(3),
  ADD CONSTRAINT "port_out_due_while_open"
    CHECK ((status IN ('PENDING', 'CANCELLING', 'IN_PROGRESS')) = (due_at IS NOT NULL)),
  ADD CONSTRAINT "port_out_cancelled_on_request"
    CHECK (status NOT IN ('CANCELLING', 'CANCELLED') OR cancel_requested_at IS NOT NULL);
DROP INDEX "one_port_out_under_way";
CREATE UNIQUE INDEX "one_open_port_out_per_line" ON "port_out" ("line_id")
  WHERE status IN ('PENDING', 'CANCELLING', 'IN_PROGRESS');

-- Printed by buildGuardTriggers.
CREATE OR REPLACE FUNCTION port_out_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'PENDING' THEN becomes IN ('CANCELLING', 'IN_PROGRESS', 'ERROR')
    WHEN 'CANCELLING' THEN becomes IN ('CANCELLED', 'PENDING')
    WHEN 'IN_PROGRESS' THEN becomes IN ('COMPLETED', 'ERROR')
    ELSE false END;
END $$;
