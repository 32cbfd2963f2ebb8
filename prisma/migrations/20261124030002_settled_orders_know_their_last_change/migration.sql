-- AlterTable
ALTER TABLE "orders" ADD COLUMN "settled_at" TIMESTAMPTZ(3);

-- By hand: the trigger that keeps it, so that every release that may still run does. An open order has no value, so that its
-- updates between two steps still touch no index (HOT).

CREATE FUNCTION note_settled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.settled_at := CASE WHEN NEW.due_at IS NULL THEN NEW.updated_at END;
  RETURN NEW;
END $$;

CREATE TRIGGER orders_settled BEFORE INSERT OR UPDATE ON "orders" FOR EACH ROW
  WHEN (NEW.due_at IS NULL OR NEW.settled_at IS NOT NULL)
  EXECUTE FUNCTION note_settled();
