-- squawk-ignore-file constraint-missing-not-valid
-- Bad items of a batch are refused one by one.

-- A call that was not answered is a record of 0.
ALTER TABLE "usage_record"
  DROP CONSTRAINT "counted_within_positive_amount",
  ADD CONSTRAINT "counted_within_amount" CHECK (counted BETWEEN 0 AND amount);

-- What was sent in place of an id, or repeats one, is a refused item without a line or an order.
ALTER TABLE "bulk_item"
  DROP CONSTRAINT "a_line_or_an_order",
  ADD CONSTRAINT "a_line_or_an_order_or_refused" CHECK (
    num_nonnulls(line_id, target_order_id) = 1
    OR num_nonnulls(line_id, target_order_id) = 0 AND problem IS NOT NULL);
