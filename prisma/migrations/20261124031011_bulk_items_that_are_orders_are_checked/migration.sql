-- By hand.
ALTER TABLE "bulk_item" VALIDATE CONSTRAINT "a_line_or_an_order";
ALTER TABLE "bulk_item" VALIDATE CONSTRAINT "changed_orders_have_a_goal";
ALTER TABLE "bulk_item" VALIDATE CONSTRAINT "only_its_target_is_changed";
