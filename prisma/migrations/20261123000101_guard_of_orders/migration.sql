-- By hand: printed by guardTriggers. One table in each migration, so that none waits for one while it holds another.
CREATE OR REPLACE FUNCTION orders_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'PENDING' THEN becomes IN ('CANCELLED', 'IN_PROGRESS')
    WHEN 'IN_PROGRESS' THEN becomes IN ('CANCELLING', 'COMPLETED', 'FAILED', 'ROLLING_BACK')
    WHEN 'FAILED' THEN becomes IN ('IN_PROGRESS', 'ROLLING_BACK', 'CANCELLED')
    WHEN 'ROLLING_BACK' THEN becomes IN ('ROLLED_BACK', 'ROLLBACK_FAILED')
    WHEN 'ROLLBACK_FAILED' THEN becomes IN ('ROLLING_BACK', 'ROLLED_BACK')
    WHEN 'CANCELLING' THEN becomes IN ('CANCELLED', 'CANCEL_FAILED')
    WHEN 'CANCEL_FAILED' THEN becomes IN ('CANCELLING', 'CANCELLED')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER orders_birth BEFORE INSERT ON "orders" FOR EACH ROW
  WHEN (NEW.status NOT IN ('PENDING'))
  EXECUTE FUNCTION refuse_move('order');
CREATE OR REPLACE TRIGGER orders_move BEFORE UPDATE OF status ON "orders" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT orders_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('order');
