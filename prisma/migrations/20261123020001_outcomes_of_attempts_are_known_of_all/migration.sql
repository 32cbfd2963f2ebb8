-- In a transaction of its own, in which the table can be written to meanwhile.
ALTER TABLE "order_attempt" VALIDATE CONSTRAINT "outcome_of_attempt";
