-- squawk-ignore-file renaming-column

-- The names become those of the field. No other program may run meanwhile: one of the release before finds neither columns nor functions.

ALTER TABLE "subscription" RENAME COLUMN "held_until" TO "not_before";
ALTER TABLE "subscription_line_ended" RENAME COLUMN "held_until" TO "not_before";
ALTER TABLE "paused_line" RENAME COLUMN "held_until" TO "not_before";
ALTER TABLE "paused_line" RENAME COLUMN "pause_over" TO "pause_ended";

ALTER TABLE "offer_version" RENAME CONSTRAINT "valid_for_a_while" TO "valid_until_is_after_valid_from";
ALTER TABLE "subscription" RENAME CONSTRAINT "cycles_have_days" TO "cycle_period_is_not_empty";
ALTER TABLE "subscription" RENAME CONSTRAINT "ended_at_its_end" TO "ended_at_when_ended";
ALTER TABLE "subscription_discount" RENAME CONSTRAINT "component_where_scoped_so" TO "component_when_scope_is_component";
ALTER TABLE "subscription_discount" RENAME CONSTRAINT "value_within_reason" TO "value_is_in_range";
ALTER TABLE "usage_credit" RENAME CONSTRAINT "never_negative" TO "used_within_granted";
ALTER TABLE "usage_record" RENAME CONSTRAINT "something_was_used" TO "counted_within_positive_amount";
ALTER TABLE "usage_day" RENAME CONSTRAINT "overage_is_part_of_it" TO "overage_within_amount";

ALTER INDEX "one_pause_at_a_time" RENAME TO "one_open_pause_per_subscription";
ALTER INDEX "one_of_each_product" RENAME TO "one_subscription_product_per_product";

ALTER FUNCTION note_line_ended() RENAME TO record_ended_line;
ALTER FUNCTION keep_lines_of_subscription() RENAME TO record_subscription_line;

ALTER TRIGGER "line_birth" ON "line" RENAME TO "line_initial_status";
ALTER TRIGGER "subscription_birth" ON "subscription" RENAME TO "subscription_initial_status";
ALTER TRIGGER "line_is_made_in_subscription" ON "line" RENAME TO "line_created_in_subscription";
