-- squawk-ignore-file constraint-missing-not-valid
-- A row of a list: what the order of its line gets, or the line that it creates. A line that does not exist yet has no
-- id.
ALTER TABLE "bulk_item" ADD COLUMN "row" JSONB;
ALTER TABLE "bulk_item"
  DROP CONSTRAINT "a_line_or_an_order_or_refused",
  ADD CONSTRAINT "a_line_an_order_or_a_row_or_refused" CHECK (
    num_nonnulls(line_id, target_order_id) = 1
    OR num_nonnulls(line_id, target_order_id) = 0 AND (problem IS NOT NULL OR "row" IS NOT NULL)),
  ADD CONSTRAINT "a_row_changes_no_order" CHECK ("row" IS NULL OR target_order_id IS NULL);
