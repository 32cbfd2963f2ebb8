-- By hand: in a migration of its own, so that the table is not locked while every row is looked at.
ALTER TABLE "broker" VALIDATE CONSTRAINT "code_of_a_broker_has_its_form";
