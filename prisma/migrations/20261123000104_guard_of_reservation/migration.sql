-- By hand: printed by guardTriggers. One table in each migration, so that none waits for one while it holds another.
CREATE OR REPLACE FUNCTION reservation_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'ACTIVE' THEN becomes IN ('ACTIVE', 'RELEASED', 'CONSUMED', 'EXPIRED')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER reservation_birth BEFORE INSERT ON "reservation" FOR EACH ROW
  WHEN (NEW.status NOT IN ('ACTIVE'))
  EXECUTE FUNCTION refuse_move('reservation');
CREATE OR REPLACE TRIGGER reservation_move BEFORE UPDATE OF status ON "reservation" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT reservation_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('reservation');
