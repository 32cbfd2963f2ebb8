-- By hand: printed by guardTriggers. One table in each migration, so that none waits for one while it holds another.
CREATE OR REPLACE FUNCTION payment_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'PENDING' THEN becomes IN ('CANCELED', 'AUTHORIZED', 'CONFIRMED', 'FAILED')
    WHEN 'AUTHORIZED' THEN becomes IN ('CANCELED', 'CONFIRMED', 'FAILED')
    WHEN 'CONFIRMED' THEN becomes IN ('REFUNDED', 'CHARGED_BACK')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER payment_birth BEFORE INSERT ON "payment" FOR EACH ROW
  WHEN (NEW.status NOT IN ('PENDING'))
  EXECUTE FUNCTION refuse_move('payment');
CREATE OR REPLACE TRIGGER payment_move BEFORE UPDATE OF status ON "payment" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT payment_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('payment');
