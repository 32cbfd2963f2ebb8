-- AlterTable
ALTER TABLE "resource_state" ADD COLUMN "suspended_by" TEXT;



-- From here on by hand: what Prisma's schema cannot say.

-- A line in service, or before it, has blocked nothing.
UPDATE "resource_state" s SET suspended_by = CASE
  WHEN l.status IN ('PROVISIONING', 'PROVISIONING_ERROR', 'STAND_BY', 'ACTIVE', 'BLOCKING', 'BLOCKING_ERROR') THEN 'hold' ELSE 'block' END
FROM "line" l WHERE l.id = s.line_id AND s.status = 'suspended';

ALTER TABLE "resource_state" ADD CONSTRAINT "suspended_by_block_hold_or_both" CHECK (suspended_by IN ('block', 'hold', 'both')) NOT VALID;
ALTER TABLE "resource_state" ADD CONSTRAINT "line_knows_what_suspends" CHECK (
  (suspended_by IS NOT NULL) = (status = 'suspended' AND line_id IS NOT NULL)) NOT VALID;
