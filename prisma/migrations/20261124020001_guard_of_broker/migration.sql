-- By hand: printed by guardTriggers. One table in each migration, so that none waits for one while it holds another.
CREATE OR REPLACE FUNCTION broker_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'ACTIVE' THEN becomes IN ('SUSPENDED')
    WHEN 'SUSPENDED' THEN becomes IN ('ACTIVE')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER broker_birth BEFORE INSERT ON "broker" FOR EACH ROW
  WHEN (NEW.status NOT IN ('ACTIVE'))
  EXECUTE FUNCTION refuse_move('broker');
CREATE OR REPLACE TRIGGER broker_move BEFORE UPDATE OF status ON "broker" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT broker_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('broker');
