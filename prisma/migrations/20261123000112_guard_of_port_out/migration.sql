-- By hand: printed by guardTriggers. One table in each migration, so that none waits for one while it holds another.
CREATE OR REPLACE FUNCTION port_out_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'PENDING' THEN becomes IN ('IN_PROGRESS', 'ERROR')
    WHEN 'IN_PROGRESS' THEN becomes IN ('COMPLETED', 'ERROR')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER port_out_birth BEFORE INSERT ON "port_out" FOR EACH ROW
  WHEN (NEW.status NOT IN ('PENDING'))
  EXECUTE FUNCTION refuse_move('port-out');
CREATE OR REPLACE TRIGGER port_out_move BEFORE UPDATE OF status ON "port_out" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT port_out_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('port-out');
