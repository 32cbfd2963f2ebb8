-- By hand: in a transaction of its own, so that the table is read and written meanwhile.

ALTER TABLE "resource_state" VALIDATE CONSTRAINT "reserved_until_while_reserved";
