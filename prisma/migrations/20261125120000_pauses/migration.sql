-- CreateTable
CREATE TABLE "pause" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "key_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "pause_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "pause_created_at_id_idx" ON "pause"("created_at", "id");

-- AlterTable
ALTER TABLE "orders" ADD COLUMN "pause_id" UUID;

-- By hand: what Prisma's schema cannot say.

ALTER TABLE "pause" ADD CONSTRAINT "known_kind_of_pause" CHECK (kind IN ('order-type', 'step', 'system'));
CREATE UNIQUE INDEX "one_open_pause_per_target" ON "pause" ("kind", "target") WHERE ended_at IS NULL;

-- A pause that has ended stays as it was.
CREATE FUNCTION reject_change_of_ended_pause() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'pause % has ended', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'ended_pause_is_final';
END $$;
CREATE TRIGGER "pause_ended_is_final" BEFORE UPDATE OR DELETE ON "pause" FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL) EXECUTE FUNCTION reject_change_of_ended_pause();

-- An order that is acquired or settles waits for no pause any more, whichever release writes it. Other orders pay one comparison with null.
CREATE FUNCTION end_pause_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.pause_id := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER "orders_pause_ended" BEFORE UPDATE ON "orders" FOR EACH ROW
  WHEN (OLD.pause_id IS NOT NULL AND NEW.pause_id IS NOT NULL AND (NEW.acquired_epoch <> OLD.acquired_epoch OR NEW.due_at IS NULL))
  EXECUTE FUNCTION end_pause_of_order();

ALTER TABLE "orders" ADD CONSTRAINT "only_open_orders_are_paused" CHECK (pause_id IS NULL OR due_at IS NOT NULL) NOT VALID;
