-- CreateTable
CREATE TABLE "order_attempt" (
    "order_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "kind" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
    "workers_lost" INTEGER NOT NULL DEFAULT 0,
    "error" JSONB,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "order_attempt_pkey" PRIMARY KEY ("order_id","position","kind","attempt")
);

-- AddForeignKey
ALTER TABLE "order_attempt" ADD CONSTRAINT "order_attempt_order_id_position_fkey" FOREIGN KEY ("order_id", "position") REFERENCES "order_step"("order_id", "position") ON DELETE RESTRICT ON UPDATE CASCADE;


-- From here on by hand: what Prisma's schema cannot say.
ALTER TABLE "order_attempt" ADD CONSTRAINT "attempts_are_counted_from_one" CHECK (attempt > 0);
ALTER TABLE "order_attempt" ADD CONSTRAINT "kind_of_attempt" CHECK (kind IN ('execute', 'undo'));
ALTER TABLE "order_attempt" ADD CONSTRAINT "outcome_of_attempt" CHECK (outcome IN ('running', 'done', 'passing', 'refused', 'parked', 'lost'));
ALTER TABLE "order_attempt" ADD CONSTRAINT "ended_at_once_ended" CHECK ((ended_at IS NULL) = (outcome = 'running'));
