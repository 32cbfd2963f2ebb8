ALTER TABLE "subscription" VALIDATE CONSTRAINT "known_policy_on_last_line_ended";
ALTER TABLE "subscription" VALIDATE CONSTRAINT "cancel_for_no_line_has_a_time";
