ALTER TABLE "order_attempt" VALIDATE CONSTRAINT "known_outcome_of_attempt";
