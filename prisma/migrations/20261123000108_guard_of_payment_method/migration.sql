-- By hand: printed by guardTriggers. One table in each migration, so that none waits for one while it holds another.
CREATE OR REPLACE FUNCTION payment_method_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'PENDING' THEN becomes IN ('ACTIVE', 'REMOVED', 'REFUSED')
    WHEN 'ACTIVE' THEN becomes IN ('SUSPENDED', 'REMOVED', 'EXPIRED')
    WHEN 'SUSPENDED' THEN becomes IN ('ACTIVE', 'REMOVED')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER payment_method_birth BEFORE INSERT ON "payment_method" FOR EACH ROW
  WHEN (NEW.status NOT IN ('PENDING'))
  EXECUTE FUNCTION refuse_move('payment-method');
CREATE OR REPLACE TRIGGER payment_method_move BEFORE UPDATE OF status ON "payment_method" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT payment_method_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('payment-method');
