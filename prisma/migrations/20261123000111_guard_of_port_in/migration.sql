-- By hand: printed by guardTriggers. One table in each migration, so that none waits for one while it holds another.
CREATE OR REPLACE FUNCTION port_in_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'REQUESTED' THEN becomes IN ('CANCELLING', 'PENDING', 'CONFLICT', 'ERROR')
    WHEN 'PENDING' THEN becomes IN ('CANCELLING', 'CONFLICT', 'ACTIVE', 'ERROR')
    WHEN 'CONFLICT' THEN becomes IN ('PENDING', 'CANCELLING', 'ERROR')
    WHEN 'CANCELLING' THEN becomes IN ('CANCELLED', 'PENDING', 'ERROR')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER port_in_birth BEFORE INSERT ON "port_in" FOR EACH ROW
  WHEN (NEW.status NOT IN ('REQUESTED'))
  EXECUTE FUNCTION refuse_move('port-in');
CREATE OR REPLACE TRIGGER port_in_move BEFORE UPDATE OF status ON "port_in" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT port_in_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('port-in');
