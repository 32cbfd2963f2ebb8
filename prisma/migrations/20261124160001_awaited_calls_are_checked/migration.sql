ALTER TABLE "order_step" VALIDATE CONSTRAINT "awaited_call_has_a_deadline";
ALTER TABLE "order_step" VALIDATE CONSTRAINT "only_started_steps_await";
