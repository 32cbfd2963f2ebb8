-- By hand: printed by guardTriggers. One table in each migration, so that none waits for one while it holds another.
CREATE OR REPLACE FUNCTION resource_state_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'available' THEN becomes IN ('reserved', 'suspended', 'decommissioned')
    WHEN 'reserved' THEN becomes IN ('available', 'active', 'suspended')
    WHEN 'active' THEN becomes IN ('suspended', 'decommissioned', 'quarantined')
    WHEN 'suspended' THEN becomes IN ('active', 'decommissioned', 'available', 'quarantined')
    WHEN 'quarantined' THEN becomes IN ('active', 'decommissioned', 'available')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER resource_state_birth BEFORE INSERT ON "resource_state" FOR EACH ROW
  WHEN (NEW.status NOT IN ('available'))
  EXECUTE FUNCTION refuse_move('resource');
CREATE OR REPLACE TRIGGER resource_state_move BEFORE UPDATE OF status ON "resource_state" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT resource_state_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('resource');
