-- By hand: the conditions are checked for each row, so they are cheap, and the functions run only if there is something to do.

-- The engine sets settled_at itself. Any other statement that changes a settled order leaves it to the trigger, as before.
CREATE OR REPLACE TRIGGER orders_settled BEFORE INSERT OR UPDATE ON "orders" FOR EACH ROW
  WHEN (NEW.settled_at IS DISTINCT FROM CASE WHEN NEW.due_at IS NULL THEN NEW.updated_at END)
  EXECUTE FUNCTION set_settled_at();

-- A check makes failed_at the same as the three failed statuses, and PostgreSQL parses a list of statuses again in each statement.
CREATE OR REPLACE TRIGGER orders_failure_recorded AFTER UPDATE OF status ON "orders" FOR EACH ROW
  WHEN (NEW.failed_at IS NOT NULL AND NEW.status <> OLD.status)
  EXECUTE FUNCTION record_order_failure();
CREATE OR REPLACE TRIGGER orders_failure_deleted AFTER UPDATE OF status ON "orders" FOR EACH ROW
  WHEN (OLD.failed_at IS NOT NULL AND NEW.failed_at IS NULL)
  EXECUTE FUNCTION delete_order_failure();
