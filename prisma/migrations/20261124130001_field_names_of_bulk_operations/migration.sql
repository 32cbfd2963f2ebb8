-- squawk-ignore-file renaming-column, renaming-table

-- The names become those of the field. No other program may run meanwhile: one of the release before finds neither columns nor functions.

ALTER TABLE "bulk_operation" RENAME COLUMN "last_turn_at" TO "last_placed_at";
ALTER TABLE "bulk_item" RENAME COLUMN "goal" TO "target_status";
ALTER TABLE "bulk_pace" RENAME COLUMN "paid_to" TO "used_until";

ALTER TABLE "bulk_operation" RENAME CONSTRAINT "finished_once_it_has_ended" TO "finished_at_when_ended";
ALTER TABLE "bulk_item" RENAME CONSTRAINT "changed_orders_have_a_goal" TO "changed_orders_have_a_target_status";
ALTER TABLE "bulk_pace" RENAME CONSTRAINT "one_pace" TO "bulk_rate_limit_has_one_row";
ALTER TABLE "bulk_pace" RENAME CONSTRAINT "bulk_pace_pkey" TO "bulk_rate_limit_pkey";

ALTER TABLE "bulk_pace" RENAME TO "bulk_rate_limit";

ALTER TRIGGER "bulk_operation_birth" ON "bulk_operation" RENAME TO "bulk_operation_initial_status";
