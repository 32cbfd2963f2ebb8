-- By hand: in a migration of its own, so that the table is not locked while every row is looked at.
ALTER TABLE "orders" VALIDATE CONSTRAINT "type_version_is_positive";
