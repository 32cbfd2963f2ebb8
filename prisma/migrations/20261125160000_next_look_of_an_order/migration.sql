-- AlterTable
ALTER TABLE "orders" ADD COLUMN "next_look_at" TIMESTAMPTZ(3);

-- By hand: the sweep finds an order by its next look. A worker that acquires the order changes the due time only, so no index is written (HOT).

UPDATE "orders" SET next_look_at = due_at WHERE due_at IS NOT NULL;

-- The next look is never later than the due time, whatever a statement writes, so no due order is overlooked.

CREATE FUNCTION set_next_look() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.next_look_at := NEW.due_at;
  RETURN NEW;
END $$;

CREATE TRIGGER orders_next_look BEFORE INSERT OR UPDATE ON "orders" FOR EACH ROW
  WHEN ((NEW.next_look_at IS NULL) <> (NEW.due_at IS NULL) OR NEW.next_look_at > NEW.due_at)
  EXECUTE FUNCTION set_next_look();
