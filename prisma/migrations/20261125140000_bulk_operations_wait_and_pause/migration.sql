-- AlterTable
ALTER TABLE "bulk_operation" ADD COLUMN "name" TEXT;
ALTER TABLE "bulk_operation" ADD COLUMN "orders_per_minute" INTEGER;
ALTER TABLE "bulk_operation" ADD COLUMN "rate_used_until" TIMESTAMPTZ(6);
ALTER TABLE "bulk_operation" ADD COLUMN "approval_due_at" TIMESTAMPTZ(3);
ALTER TABLE "bulk_operation" ADD COLUMN "approved_by" UUID;
ALTER TABLE "bulk_operation" ADD COLUMN "approved_at" TIMESTAMPTZ(3);

-- AddForeignKey
-- A person approves, and no key.
ALTER TABLE "bulk_operation" ADD CONSTRAINT "bulk_operation_approved_by_fkey" FOREIGN KEY ("approved_by") REFERENCES "operator"("id")
  ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

-- By hand: what Prisma's schema cannot say.
ALTER TABLE "bulk_operation" DROP CONSTRAINT "finished_at_when_ended";
ALTER TABLE "bulk_operation" ADD CONSTRAINT "finished_at_when_ended"
  CHECK ((finished_at IS NOT NULL) = (status NOT IN ('AWAITING_APPROVAL', 'RUNNING', 'PAUSED', 'CANCELLING'))) NOT VALID;
ALTER TABLE "bulk_operation" ADD CONSTRAINT "another_person_approves" CHECK (approved_by <> key_id) NOT VALID;
ALTER TABLE "bulk_operation" ADD CONSTRAINT "approved_at_by_somebody" CHECK ((approved_by IS NULL) = (approved_at IS NULL)) NOT VALID;
ALTER TABLE "bulk_operation" ADD CONSTRAINT "only_what_needs_approval_is_approved" CHECK (approved_by IS NULL OR approval_due_at IS NOT NULL) NOT VALID;
ALTER TABLE "bulk_operation" ADD CONSTRAINT "unapproved_is_not_processed"
  CHECK (approval_due_at IS NULL OR approved_by IS NOT NULL OR status IN ('AWAITING_APPROVAL', 'CANCELLING', 'CANCELLED')) NOT VALID;
ALTER TABLE "bulk_operation" ADD CONSTRAINT "awaits_an_approval_that_is_due"
  CHECK (status <> 'AWAITING_APPROVAL' OR (approval_due_at IS NOT NULL AND approved_by IS NULL)) NOT VALID;
ALTER TABLE "bulk_operation" ADD CONSTRAINT "rate_of_bulk_operation" CHECK (orders_per_minute BETWEEN 1 AND 120000) NOT VALID;

-- Printed by buildGuardTriggers.
CREATE OR REPLACE FUNCTION bulk_operation_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'AWAITING_APPROVAL' THEN becomes IN ('RUNNING', 'CANCELLING')
    WHEN 'RUNNING' THEN becomes IN ('PAUSED', 'CANCELLING', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED')
    WHEN 'PAUSED' THEN becomes IN ('RUNNING', 'CANCELLING', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED')
    WHEN 'CANCELLING' THEN becomes IN ('CANCELLED')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER bulk_operation_initial_status BEFORE INSERT ON "bulk_operation" FOR EACH ROW
  WHEN (NEW.status NOT IN ('RUNNING', 'AWAITING_APPROVAL'))
  EXECUTE FUNCTION refuse_move('bulk-operation');
CREATE OR REPLACE TRIGGER bulk_operation_move BEFORE UPDATE OF status ON "bulk_operation" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT bulk_operation_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('bulk-operation');
