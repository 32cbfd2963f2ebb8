-- squawk-ignore-file renaming-column

-- The names become those of the field. No other program may run meanwhile: one of the release before finds neither columns nor functions.

ALTER TABLE "orders" RENAME COLUMN "at_work" TO "is_open";
ALTER TABLE "orders" RENAME COLUMN "came_from" TO "previous_status";
ALTER TABLE "orders" RENAME COLUMN "run" TO "epoch";
ALTER TABLE "orders" RENAME COLUMN "taken_run" TO "acquired_epoch";
ALTER TABLE "orders" RENAME COLUMN "takes" TO "acquisitions";

-- The columns of a view keep their names where those of its tables change.
ALTER VIEW "line_work" RENAME COLUMN "order_at_work" TO "open_order_id";
ALTER VIEW "line_work" RENAME TO "line_open_order";
ALTER VIEW "line_block" RENAME COLUMN "at_work" TO "is_open";

ALTER TABLE "orders" RENAME CONSTRAINT "due_while_at_work" TO "due_while_open";
ALTER TABLE "orders" RENAME CONSTRAINT "failed_at_while_in_debt" TO "failed_at_while_failed";
ALTER TABLE "order_attempt" RENAME CONSTRAINT "attempts_are_counted_from_one" TO "attempt_is_positive";
ALTER TABLE "order_attempt" RENAME CONSTRAINT "ended_at_once_ended" TO "ended_at_unless_running";
ALTER TABLE "order_attempt" RENAME CONSTRAINT "kind_of_attempt" TO "known_kind_of_attempt";

-- Old rows get their new outcome afterwards, and are checked then.
ALTER TABLE "order_attempt" DROP CONSTRAINT "outcome_of_attempt";
ALTER TABLE "order_attempt" ADD CONSTRAINT "known_outcome_of_attempt" CHECK (
  outcome IN ('running', 'done', 'transient', 'refused', 'dead-lettered', 'lost') OR (kind = 'undo' AND outcome = 'away')) NOT VALID;

ALTER INDEX "one_order_at_work_per_line" RENAME TO "one_open_order_per_line";
ALTER INDEX "orders_in_debt" RENAME TO "orders_unresolved";

ALTER FUNCTION forget_order_failure() RENAME TO delete_order_failure;
ALTER FUNCTION note_order_failure() RENAME TO record_order_failure;
ALTER FUNCTION note_settled() RENAME TO set_settled_at;

-- Parameters cannot be renamed. It is called by statements of the programs only.
DROP FUNCTION insist(boolean, text);
CREATE FUNCTION assert_that(condition boolean, message text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF condition IS NOT TRUE THEN RAISE EXCEPTION '%', message USING ERRCODE = 'check_violation', CONSTRAINT = 'assertion'; END IF;
  RETURN true;
END $$;

ALTER TRIGGER "order_step_birth" ON "order_step" RENAME TO "order_step_initial_status";
ALTER TRIGGER "orders_birth" ON "orders" RENAME TO "orders_initial_status";
ALTER TRIGGER "orders_failure" ON "orders" RENAME TO "orders_failure_recorded";
ALTER TRIGGER "orders_failure_over" ON "orders" RENAME TO "orders_failure_deleted";
