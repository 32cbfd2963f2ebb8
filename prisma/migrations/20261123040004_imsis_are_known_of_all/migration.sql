-- By hand: in a transaction of its own, so that the table is read and written meanwhile.

ALTER TABLE "resource" VALIDATE CONSTRAINT "imsi_has_14_or_15_digits";
