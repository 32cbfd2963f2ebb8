-- CreateTable
CREATE TABLE "usage_account" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "line_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "subscription_product_id" UUID NOT NULL,
    "cycle" INTEGER NOT NULL,
    "product" JSONB NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "usage_account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "usage_credit" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "component_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subscription_id" UUID,
    "cycle" INTEGER,
    "granted" BIGINT NOT NULL,
    "used" BIGINT NOT NULL DEFAULT 0,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "usage_credit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "usage_record" (
    "broker_id" UUID NOT NULL,
    "record_id" TEXT NOT NULL,
    "line_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "product_id" UUID,
    "amount" BIGINT NOT NULL,
    "counted" BIGINT NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "usage_record_pkey" PRIMARY KEY ("broker_id","record_id")
);

-- CreateTable
CREATE TABLE "usage_day" (
    "account_id" UUID NOT NULL,
    "component_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "type" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "overage" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "usage_day_pkey" PRIMARY KEY ("account_id","component_id","day")
);

-- CreateIndex
CREATE UNIQUE INDEX "usage_account_line_id_product_id_key" ON "usage_account"("line_id", "product_id");

-- CreateIndex
CREATE INDEX "usage_credit_account_id_type_due_at_idx" ON "usage_credit"("account_id", "type", "due_at");

-- AddForeignKey
ALTER TABLE "usage_account" ADD CONSTRAINT "usage_account_line_id_broker_id_fkey" FOREIGN KEY ("line_id", "broker_id") REFERENCES "line"("id", "broker_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_credit" ADD CONSTRAINT "usage_credit_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "usage_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_day" ADD CONSTRAINT "usage_day_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "usage_account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- From here on by hand: what Prisma's schema cannot say.

ALTER TABLE "usage_credit" ADD CONSTRAINT "never_negative" CHECK (used >= 0 AND used <= granted);
ALTER TABLE "usage_credit" ADD CONSTRAINT "known_kind" CHECK (kind IN ('RECURRING', 'SPOT') AND (kind = 'RECURRING') = (cycle IS NOT NULL)
  AND (cycle IS NULL) = (subscription_id IS NULL));
ALTER TABLE "usage_credit" ADD CONSTRAINT "due_after_start" CHECK (due_at > starts_at);
-- The credit of a cycle is granted once, however often it is asked for.
CREATE UNIQUE INDEX "one_credit_per_cycle" ON "usage_credit" ("account_id", "component_id", "subscription_id", "cycle") WHERE kind = 'RECURRING';
ALTER TABLE "usage_record" ADD CONSTRAINT "something_was_used" CHECK (amount > 0 AND counted BETWEEN 0 AND amount);
ALTER TABLE "usage_day" ADD CONSTRAINT "overage_is_part_of_it" CHECK (overage BETWEEN 0 AND amount);
