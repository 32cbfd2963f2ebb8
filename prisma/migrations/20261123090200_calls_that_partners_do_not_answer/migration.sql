-- CreateTable
CREATE TABLE "unanswered_call" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "record_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failures" INTEGER NOT NULL DEFAULT 1,
    "code" TEXT NOT NULL,
    "stopped_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "decision" TEXT,
    "reason" TEXT,
    "key_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "unanswered_call_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "unanswered_call_created_at_id_idx" ON "unanswered_call"("created_at", "id");

-- CreateIndex
CREATE INDEX "unanswered_call_updated_at_id_idx" ON "unanswered_call"("updated_at", "id");

-- AddForeignKey
ALTER TABLE "unanswered_call" ADD CONSTRAINT "unanswered_call_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand: what Prisma's schema cannot say.

ALTER TABLE "unanswered_call" ADD CONSTRAINT "known_kind_of_unanswered_call"
  CHECK (kind IN ('payment', 'payment-method', 'tax-receipt', 'port-in', 'port-out'));
ALTER TABLE "unanswered_call" ADD CONSTRAINT "a_decision_has_a_reason" CHECK (decision IS NULL OR reason IS NOT NULL AND ended_at IS NOT NULL);
CREATE UNIQUE INDEX "one_open_unanswered_call_per_record" ON "unanswered_call" ("kind", "record_id") WHERE ended_at IS NULL;
