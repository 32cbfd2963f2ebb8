-- AlterTable
ALTER TABLE "bulk_operation" ADD COLUMN "counts" JSONB;
ALTER TABLE "bulk_operation" ADD COLUMN "reason" TEXT;

-- By hand: a bulk operation ends as COMPLETED, COMPLETED_WITH_ERRORS or FAILED.
ALTER TABLE "bulk_operation" DROP CONSTRAINT "finished_at_its_end";
ALTER TABLE "bulk_operation" ADD CONSTRAINT "finished_once_it_has_ended"
  CHECK ((finished_at IS NOT NULL) = (status NOT IN ('RUNNING', 'CANCELLING'))) NOT VALID;
ALTER TABLE "bulk_operation" ADD CONSTRAINT "a_change_of_orders_has_a_reason"
  CHECK (reason IS NOT NULL OR operation NOT IN ('retry', 'rollback', 'cancel', 'close')) NOT VALID;

-- Printed by guardTriggers.
CREATE OR REPLACE FUNCTION bulk_operation_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'RUNNING' THEN becomes IN ('CANCELLING', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED')
    WHEN 'CANCELLING' THEN becomes IN ('CANCELLED')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER bulk_operation_birth BEFORE INSERT ON "bulk_operation" FOR EACH ROW
  WHEN (NEW.status NOT IN ('RUNNING'))
  EXECUTE FUNCTION refuse_move('bulk-operation');
CREATE OR REPLACE TRIGGER bulk_operation_move BEFORE UPDATE OF status ON "bulk_operation" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT bulk_operation_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('bulk-operation');
