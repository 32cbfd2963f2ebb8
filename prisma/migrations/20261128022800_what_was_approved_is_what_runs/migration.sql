-- AlterTable
ALTER TABLE "bulk_operation" ADD COLUMN "approved_orders_per_minute" INTEGER;
ALTER TABLE "bulk_operation" ADD COLUMN "selection_digest" TEXT;

-- By hand: what Prisma's schema cannot say. What runs now was approved as it is.
UPDATE "bulk_operation" SET approved_orders_per_minute = orders_per_minute WHERE approved_by IS NOT NULL;
ALTER TABLE "bulk_operation" ADD CONSTRAINT "runs_no_faster_than_approved"
  CHECK (approved_by IS NULL OR approved_orders_per_minute IS NULL
    OR (orders_per_minute IS NOT NULL AND orders_per_minute <= approved_orders_per_minute)) NOT VALID;
ALTER TABLE "bulk_operation" ADD CONSTRAINT "rate_of_approval_is_approved"
  CHECK (approved_orders_per_minute IS NULL OR approved_by IS NOT NULL) NOT VALID;

-- Printed by buildGuardTriggers.
CREATE OR REPLACE FUNCTION bulk_operation_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'AWAITING_APPROVAL' THEN becomes IN ('RUNNING', 'CANCELLING')
    WHEN 'RUNNING' THEN becomes IN ('PAUSED', 'CANCELLING', 'AWAITING_APPROVAL', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED')
    WHEN 'PAUSED' THEN becomes IN ('RUNNING', 'CANCELLING', 'AWAITING_APPROVAL', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED')
    WHEN 'CANCELLING' THEN becomes IN ('CANCELLED')
    ELSE false END;
END $$;
