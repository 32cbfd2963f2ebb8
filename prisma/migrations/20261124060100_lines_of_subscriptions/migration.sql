-- CreateTable
CREATE TABLE "subscription_line" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "subscription_id" UUID NOT NULL,
    "line_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "left_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscription_line_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "subscription_line_subscription_id_joined_at_id_idx" ON "subscription_line"("subscription_id", "joined_at", "id");

-- AddForeignKey
ALTER TABLE "subscription_line" ADD CONSTRAINT "subscription_line_subscription_id_broker_id_fkey" FOREIGN KEY ("subscription_id", "broker_id") REFERENCES "subscription"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscription_line" ADD CONSTRAINT "subscription_line_line_id_broker_id_fkey" FOREIGN KEY ("line_id", "broker_id") REFERENCES "line"("id", "broker_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- By hand: what Prisma's schema cannot say.

CREATE UNIQUE INDEX "one_subscription_per_line" ON "subscription_line" ("line_id") WHERE left_at IS NULL;
ALTER TABLE "subscription_line" ADD CONSTRAINT "left_after_it_joined" CHECK (left_at >= joined_at);

-- Written by the database, so that no join and no leave is missed, whoever changes the line.
CREATE FUNCTION keep_lines_of_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE subscription_line SET left_at = greatest(now(), joined_at) WHERE line_id = NEW.id AND left_at IS NULL;
  END IF;
  IF NEW.subscription_id IS NOT NULL THEN
    INSERT INTO subscription_line (subscription_id, line_id, broker_id) VALUES (NEW.subscription_id, NEW.id, NEW.broker_id);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER line_is_made_in_subscription AFTER INSERT ON "line" FOR EACH ROW
  WHEN (NEW.subscription_id IS NOT NULL)
  EXECUTE FUNCTION keep_lines_of_subscription();
CREATE TRIGGER line_changes_subscription AFTER UPDATE OF subscription_id ON "line" FOR EACH ROW
  WHEN (OLD.subscription_id IS DISTINCT FROM NEW.subscription_id)
  EXECUTE FUNCTION keep_lines_of_subscription();
