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

-- Credits and days of usage are updated often and in no indexed column: with room in the page such an update writes no
-- entry of an index.
ALTER TABLE "usage_credit" SET (fillfactor = 70);
ALTER TABLE "usage_day" SET (fillfactor = 70);
