-- squawk-ignore-file renaming-column

-- The names become those of the field. No other program may run meanwhile: one of the release before finds neither columns nor functions.

ALTER TABLE "port_in" RENAME COLUMN "told_revision" TO "acknowledged_revision";
ALTER TABLE "port_in" RENAME COLUMN "asked_at" TO "submitted_at";
ALTER TABLE "port_out" RENAME COLUMN "cancel_asked_at" TO "cancel_requested_at";

ALTER TABLE "port_in" RENAME CONSTRAINT "port_in_due_while_under_way" TO "port_in_due_while_open";
ALTER TABLE "port_in" RENAME CONSTRAINT "window_of_some_length" TO "window_is_not_empty";
ALTER TABLE "port_out" RENAME CONSTRAINT "port_out_due_while_under_way" TO "port_out_due_while_open";
ALTER TABLE "port_out" RENAME CONSTRAINT "port_out_cancelled_because_it_was_asked" TO "port_out_cancelled_on_request";

ALTER INDEX "one_port_in_under_way" RENAME TO "one_open_port_in_per_msisdn";
ALTER INDEX "one_port_in_per_sim" RENAME TO "one_open_port_in_per_sim";
ALTER INDEX "one_port_out_at_a_time" RENAME TO "one_open_port_out_per_line";

ALTER TRIGGER "port_in_birth" ON "port_in" RENAME TO "port_in_initial_status";
ALTER TRIGGER "port_out_birth" ON "port_out" RENAME TO "port_out_initial_status";
