-- By hand: in a transaction of its own, so that the table is read and written meanwhile.

ALTER TABLE "resource_state" VALIDATE CONSTRAINT "suspended_by_block_hold_or_both";
ALTER TABLE "resource_state" VALIDATE CONSTRAINT "line_knows_what_suspends";
