-- AlterTable
ALTER TABLE "subscription" ADD COLUMN "on_last_line_ended" TEXT NOT NULL DEFAULT 'cancel',
  ADD COLUMN "cancel_for_no_line" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "subscription_line_ended" (
    "line_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "held_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscription_line_ended_pkey" PRIMARY KEY ("line_id")
);

-- CreateIndex
CREATE INDEX "subscription_line_ended_created_at_line_id_idx" ON "subscription_line_ended"("created_at", "line_id");

-- By hand: what Prisma's schema cannot say.

ALTER TABLE "subscription" ADD CONSTRAINT "known_policy_on_last_line_ended" CHECK (on_last_line_ended IN ('cancel', 'keep')) NOT VALID;
ALTER TABLE "subscription" ADD CONSTRAINT "cancel_for_no_line_has_a_time" CHECK (NOT cancel_for_no_line OR scheduled_cancel_at IS NOT NULL) NOT VALID;

-- Written with the line, so that no end is missed. It has no foreign key and locks no subscription: orders are locked after subscriptions.
-- A creation that is undone goes from PROVISIONING to TERMINATED and is no end of a line.
CREATE FUNCTION note_line_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_line_ended (line_id, subscription_id)
  VALUES (NEW.id, NEW.subscription_id)
  ON CONFLICT (line_id) DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER line_of_subscription_ended AFTER UPDATE OF status ON "line" FOR EACH ROW
  WHEN (NEW.status = 'TERMINATED' AND OLD.status = 'TERMINATING' AND NEW.subscription_id IS NOT NULL)
  EXECUTE FUNCTION note_line_ended();
