ALTER TABLE "order_step" VALIDATE CONSTRAINT "found_before_a_call";
