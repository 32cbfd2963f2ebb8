-- By hand: printed by guardTriggers. One table in each migration, so that none waits for one while it holds another.
CREATE OR REPLACE FUNCTION subscription_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'DRAFT' THEN becomes IN ('ACTIVE', 'CANCELLED')
    WHEN 'ACTIVE' THEN becomes IN ('PAUSED', 'CANCELLED', 'EXPIRED')
    WHEN 'PAUSED' THEN becomes IN ('ACTIVE', 'CANCELLED', 'EXPIRED')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER subscription_birth BEFORE INSERT ON "subscription" FOR EACH ROW
  WHEN (NEW.status NOT IN ('DRAFT'))
  EXECUTE FUNCTION refuse_move('subscription');
CREATE OR REPLACE TRIGGER subscription_move BEFORE UPDATE OF status ON "subscription" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT subscription_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('subscription');
