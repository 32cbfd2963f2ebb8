-- AlterTable
ALTER TABLE "resource_state" ADD COLUMN "reserved_until" TIMESTAMPTZ(3);



-- From here on by hand: what Prisma's schema cannot say.

-- A resource repeats when its reservation ends, so that it can be given back without looking there. No statement says it: it is
-- told when it is reserved, when it is let go, and when the end moves. What looks for rows does so by index, whatever the planner
-- thought of the table when it was small: a session keeps that plan, and one statement may reserve thousands.
CREATE FUNCTION keep_until_the_reservation_ends() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  NEW.reserved_until := (SELECT expires_at FROM reservation WHERE id = NEW.reservation_id);
  RETURN NEW;
END $$;
CREATE TRIGGER resource_state_is_kept BEFORE UPDATE OF reservation_id ON "resource_state" FOR EACH ROW
  WHEN (NEW.reservation_id IS NOT NULL AND OLD.reservation_id IS DISTINCT FROM NEW.reservation_id) EXECUTE FUNCTION keep_until_the_reservation_ends();

CREATE FUNCTION keep_no_longer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.reserved_until := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER resource_state_is_let_go BEFORE UPDATE OF reservation_id ON "resource_state" FOR EACH ROW
  WHEN (NEW.reservation_id IS NULL AND OLD.reservation_id IS NOT NULL) EXECUTE FUNCTION keep_no_longer();

CREATE FUNCTION move_the_end_of_what_is_kept() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE resource_state SET reserved_until = NEW.expires_at WHERE reservation_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER reservation_end_moves AFTER UPDATE OF expires_at ON "reservation" FOR EACH ROW
  WHEN (OLD.expires_at IS DISTINCT FROM NEW.expires_at) EXECUTE FUNCTION move_the_end_of_what_is_kept();
