-- By hand: the IMSI of a SIM is written with the SIM, from its attributes, and never again.

CREATE FUNCTION write_the_imsi() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.imsi := NEW.attributes ->> 'imsi';
  RETURN NEW;
END $$;
-- The type is SIM, whose id is the same in every database.
CREATE TRIGGER resource_has_an_imsi BEFORE INSERT ON "resource" FOR EACH ROW
  WHEN (NEW.type_id = '018f0000-0000-7000-8000-000000000002' AND jsonb_typeof(NEW.attributes -> 'imsi') = 'string' AND NEW.attributes ->> 'imsi' ~ '^[0-9]{14,15}$')
  EXECUTE FUNCTION write_the_imsi();

CREATE FUNCTION refuse_another_imsi() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the IMSI of resource % is written once', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'imsi_is_written_once';
END $$;
CREATE TRIGGER resource_keeps_its_imsi BEFORE UPDATE OF attributes, imsi ON "resource" FOR EACH ROW
  WHEN (OLD.type_id = '018f0000-0000-7000-8000-000000000002'
    AND ((OLD.attributes -> 'imsi') IS DISTINCT FROM (NEW.attributes -> 'imsi') OR OLD.imsi IS NOT NULL AND OLD.imsi IS DISTINCT FROM NEW.imsi))
  EXECUTE FUNCTION refuse_another_imsi();
