ALTER TABLE "port_out" ADD COLUMN "cancel_asked_at" TIMESTAMPTZ(3);

-- By hand: what Prisma's schema cannot say.

-- One that is being cancelled is asked about, too.
ALTER TABLE "port_out" DROP CONSTRAINT "port_out_due_while_under_way";
ALTER TABLE "port_out" ADD CONSTRAINT "port_out_due_while_under_way"
  CHECK ((status IN ('PENDING', 'CANCELLING', 'IN_PROGRESS')) = (due_at IS NOT NULL)) NOT VALID;
ALTER TABLE "port_out" ADD CONSTRAINT "port_out_cancelled_because_it_was_asked"
  CHECK (status NOT IN ('CANCELLING', 'CANCELLED') OR cancel_asked_at IS NOT NULL) NOT VALID;

-- Printed by guardTriggers.
CREATE OR REPLACE FUNCTION port_out_may_move(was text, becomes text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE was
    WHEN 'PENDING' THEN becomes IN ('CANCELLING', 'IN_PROGRESS', 'ERROR')
    WHEN 'CANCELLING' THEN becomes IN ('CANCELLED', 'PENDING')
    WHEN 'IN_PROGRESS' THEN becomes IN ('COMPLETED', 'ERROR')
    ELSE false END;
END $$;
CREATE OR REPLACE TRIGGER port_out_birth BEFORE INSERT ON "port_out" FOR EACH ROW
  WHEN (NEW.status NOT IN ('PENDING'))
  EXECUTE FUNCTION refuse_move('port-out');
CREATE OR REPLACE TRIGGER port_out_move BEFORE UPDATE OF status ON "port_out" FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT port_out_may_move(OLD.status, NEW.status))
  EXECUTE FUNCTION refuse_move('port-out');
