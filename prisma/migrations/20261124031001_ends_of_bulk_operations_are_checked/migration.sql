-- By hand.
ALTER TABLE "bulk_operation" VALIDATE CONSTRAINT "finished_once_it_has_ended";
ALTER TABLE "bulk_operation" VALIDATE CONSTRAINT "a_change_of_orders_has_a_reason";
