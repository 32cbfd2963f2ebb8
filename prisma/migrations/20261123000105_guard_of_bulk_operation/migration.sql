-- By hand: printed by guardTriggers. One table in each migration, so that none waits for one while it holds another.
CREATE OR REPLACE FUNCTION bulk_operation_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'RUNNING' THEN becomes IN ('CANCELLING', 'COMPLETED')
    WHEN 'CANCELLING' THEN becomes IN ('CANCELLED')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER bulk_operation_birth BEFORE INSERT ON "bulk_operation" FOR EACH ROW
  WHEN (NEW.status NOT IN ('RUNNING'))
  EXECUTE FUNCTION refuse_move('bulk-operation');
CREATE OR REPLACE TRIGGER bulk_operation_move BEFORE UPDATE OF status ON "bulk_operation" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT bulk_operation_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('bulk-operation');
